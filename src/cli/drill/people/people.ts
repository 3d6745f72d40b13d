/** People of a drill: accounts and tokens, written by SQL. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import type { Client as Connection } from '#platform/database/client'
import { digest, secretOf } from '#platform/secrets/tokens'

const day = 86_400_000
const application = 'drill'

export class People {
  readonly count: number
  readonly #secret = randomBytes(16).toString('hex')

  constructor(count: number) {
    this.count = count
  }

  /** The token of the application that all requests use. */
  get application(): string {
    return secretOf('fst_client', this.#characters(0))
  }

  /** The manager of the festival: an administrator, after all others. */
  get manager(): string {
    return this.tokenOf(this.count)
  }

  idOf(person: number): string {
    return `01900000-0000-7000-8000-${person.toString(16).padStart(12, '0')}`
  }

  emailOf(person: number): string {
    return `${person}@drill.example`
  }

  tokenOf(person: number): string {
    return secretOf('fst_user', this.#characters(person))
  }

  /** The numbers of all people, from the first to the last. */
  numbers(): Iterable<number> {
    return counted(this.count)
  }

  /** Writes all accounts, with tokens for a year. */
  async write(connection: Connection, now: Date): Promise<void> {
    const today = new Date(Math.floor(now.getTime() / day) * day).toISOString()
    const end = new Date(now.getTime() + 365 * day).toISOString()
    const all = () => counted(this.count + 1)
    await copy(connection, 'clients (id, name, scopes)', [`${application}\tDrill\t{}\n`])
    await copy(
      connection,
      'users (id, first_name, last_name, email, email_key, email_proven_at, roles)',
      all().map((person) => {
        const [email, roles] = [this.emailOf(person), person === this.count ? '{admin}' : '{}']
        return `${this.idOf(person)}\tAda\tMarsh\t${email}\t${email}\t${today}\t${roles}\n`
      }),
    )
    const tokenRow = (token: string, user: string) =>
      `\\\\x${digest(token).toString('hex')}\t${application}\t${user}\t${end}\t${today}\n`
    const tokens = 'tokens (hash, client_id, user_id, expires_at, last_used_on)'
    await copy(connection, tokens, [tokenRow(this.application, '\\N')])
    await copy(
      connection,
      tokens,
      all().map((person) => tokenRow(this.tokenOf(person), this.idOf(person))),
    )
    await connection.query('analyze users, tokens')
  }

  #characters(person: number): string {
    return this.#secret + person.toString().padStart(11, '0')
  }
}

function* counted(count: number): Generator<number> {
  for (let n = 0; n < count; n++) yield n
}

/** In chunks of a few thousand rows: a row at a time would be slow. */
function* inPieces(rows: Iterable<string>): Generator<string> {
  let piece: string[] = []
  for (const row of rows) {
    if (piece.push(row) < 2_000) continue
    yield piece.join('')
    piece = []
  }
  yield piece.join('')
}

async function copy(connection: Connection, into: string, rows: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inPieces(rows)), connection.query(from(`copy ${into} from stdin`)))
}
