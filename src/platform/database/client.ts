import pg from 'pg'
import { hostsOf } from '#platform/values/hosts'
import { markAsDatabase } from './failures.ts'

/** Time within which a host must report whether it takes writes, ms: half of the time a request waits to connect. */
const patience = 500

type ServerAddress = Pick<pg.Client, 'host' | 'port'>

/** The hosts of one database. All connections share the result of the search for the host that takes writes. */
class Hosts {
  readonly #urls: string[]
  #found: ServerAddress | undefined
  #search: Promise<ServerAddress> | undefined

  constructor(urls: string[]) {
    this.#urls = urls
  }

  /** Returns the host that took writes when it was last asked; asks all at once if none is known. */
  async find(): Promise<ServerAddress> {
    if (this.#found) return this.#found
    this.#search ??= this.#ask().finally(() => {
      this.#search = undefined
    })
    return this.#search
  }

  forget(place: ServerAddress | undefined): void {
    if (this.#found === place) this.#found = undefined
  }

  async #ask() {
    try {
      this.#found = await Promise.any(this.#urls.map(tryHost))
      return this.#found
    } catch (cause) {
      const reasons = cause instanceof AggregateError ? cause.errors : [cause]
      throw refused(`no host takes writes (${reasons.map(messageOf).join('; ')})`, cause)
    }
  }
}

async function tryHost(connectionString: string): Promise<ServerAddress> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'festival search',
  })
  client.on('error', () => {})
  const { host, port } = client
  try {
    await client.connect()
    await requireWrites(client)
    return { host, port }
  } catch (cause) {
    throw new Error(`${host}:${port}: ${messageOf(cause)}`, { cause })
  } finally {
    void client.end()
  }
}

/** Refuses a host with read-only transactions: a standby, or one that was set so. */
async function requireWrites(client: pg.Client) {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  if (rows[0]?.transaction_read_only === 'on') throw refused('it only reads')
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`)

/** Returns the error of a database that cannot be reached, with the code of a refused connection. */
export const refused = (message: string, cause?: unknown) =>
  markAsDatabase(Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' }))

const known = new Map<string, Hosts | undefined>()

/** Returns the hosts of a connection string; undefined for a single host, which may be a standby on purpose. */
function hostsIn(connectionString: string): Hosts | undefined {
  if (!known.has(connectionString)) {
    const urls = hostsOf(connectionString)
    known.set(connectionString, urls.length > 1 ? new Hosts(urls) : undefined)
  }
  return known.get(connectionString)
}

/** A connection to the host that takes writes, if its connection string names several. */
export class Client extends pg.Client {
  readonly #hosts: Hosts | undefined
  #place: ServerAddress | undefined

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config
    const [first = ''] = hostsOf(connectionString)
    super({ ...config, connectionString: first })
    this.#hosts = hostsIn(connectionString)
    if (this.#hosts) this.on('error', () => this.#hosts?.forget(this.#place))
  }

  // pg declares a promise and a callback: the pool passes a callback, other callers do not.
  override connect(...given: unknown[]) {
    if (!this.#hosts) return Reflect.apply(super.connect, this, given)
    const [told] = given as [((error: unknown) => void)?]
    const reached = this.#reach(this.#hosts)
    return told ? reached.then(() => told(null), told) : reached
  }

  async #reach(hosts: Hosts): Promise<this> {
    const place = await hosts.find()
    this.#place = place
    Object.assign(this, place)
    try {
      await super.connect()
      await requireWrites(this)
      return this
    } catch (error) {
      this.leave()
      throw error
    }
  }

  /** Ends the connection; the next one looks for another host. */
  protected leave(): void {
    this.#hosts?.forget(this.#place)
    void this.end()
  }
}

/**
 * A connection that is open, within the limits of its settings. When it is lost, the next statement fails.
 * @throws Error of the server that refuses it, or when there is no answer in time
 */
export async function openClient(config: pg.ClientConfig): Promise<Client> {
  const client = new Client(config)
  // Without a listener the end of its connection ends the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end()
    throw error
  }
}

/** Opens a connection as `openClient` does, for as long as `use` works with it. */
export async function withClient<T>(
  config: pg.ClientConfig,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(config)
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
