/** Recovery codes: each stands in for a lost authenticator app once. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { plainCode, withDigits } from '#common/codes/typed-code'
import type { Database } from '#platform/database/tables'
import { digest } from '#platform/secrets/tokens'

/** Crockford's base32: without letters that are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of five random bits each: too many to be guessed, even with the hashes. */
const length = 16
const count = 10

const hashOf = (userId: string, code: string) =>
  digest(`recovery code\n${userId}\n${withDigits(plainCode(code))}`)

function newCode(): string {
  const characters = Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
  return characters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Gives a user ten new codes in place of the earlier ones. They are shown only once. */
export async function renewRecoveryCodes(trx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ hash: hashOf(userId, code), user_id: userId })))
    .execute()
  return codes
}

type CodeCheck = { userId: string; code: string; now: Date }

/** Uses a code up. Returns false if it is not an unused code of the user. Only one of two concurrent uses succeeds. */
export async function spendRecoveryCode(
  trx: Database,
  { userId, code, now }: CodeCheck,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = ${now}
    where hash = ${hashOf(userId, code)} and user_id = ${userId} and used_at is null
    returning user_id`.execute(trx)
  return rows.length > 0
}
