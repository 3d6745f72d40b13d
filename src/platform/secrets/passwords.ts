import { hash as argon2, verify } from '@node-rs/argon2'
import { ownCores } from '#platform/values/cores'
import { limit } from '#platform/values/limit'
import { type Chosen, type Rule, refuseCommon } from './common-passwords.ts'

// OWASP's first choice for argon2id, which is the package's algorithm when none is named.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const oneACore = limit(ownCores, 64, 'sign-ins')

// Stands for the hash of no password. Its salt and digest are all zeros; only the cost of comparing with it counts.
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// The same letters typed on two keyboards may differ in their code points.
const canonical = (password: string) => password.normalize('NFC')

/**
 * Hashes a password with argon2id to a PHC string (19 MiB, two passes, one lane), computed off the event loop.
 * Passwords are compared code point for code point after NFC, as RFC 8265 requires: `é` is one password however it was
 * typed, while case, white space and look-alikes differ. Throws 503 `busy` when 64 others wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  return oneACore(() => argon2(canonical(password), cost))
}

/** Hashes a new password. One that is easily guessed is refused: see `refuseCommon`. */
export async function hashNew(rule: Rule, chosen: Chosen): Promise<string> {
  await refuseCommon(rule, chosen)
  return hashPassword(chosen.password)
}

/**
 * Returns true if this password made this hash. An unknown account (no hash) costs the same work on a decoy and is
 * false, so that the time does not reveal whether an account exists. Throws 503 `busy` like hashing.
 */
export async function verifyPassword(
  hash: string | undefined | null,
  password: string,
): Promise<boolean> {
  const matches = await oneACore(() => verify(hash ?? decoy, canonical(password)))
  return matches && typeof hash === 'string'
}
