import { SealBroken, type Vault } from '#platform/secrets/vault'
import { newSigningSecret } from './signature.ts'

type Sealed = { secret: Buffer; old_secret: Buffer | null; old_secret_ends_at: Date | null }

/** The context that a secret is sealed for, so that the rows of two endpoints cannot be exchanged. */
export const contextOf = (webhookId: string) => `webhook secret ${webhookId}`

/** Creates a new secret of an endpoint: sealed for storage, and in the form that is shown this once. */
export function sealedSecret(vault: Vault, webhookId: string): { secret: Buffer; shown: string } {
  const { key, shown } = newSigningSecret()
  return { secret: vault.seal(key, contextOf(webhookId)), shown }
}

/** Returns the keys that sign at `now`, the newest first; none if they were sealed with another SECRET_KEY. */
export function keysOf(
  vault: Vault,
  { webhook_id, secret, old_secret, old_secret_ends_at: end }: Sealed & { webhook_id: string },
  now: Date,
): Buffer[] {
  const sealed = old_secret && end && end > now ? [secret, old_secret] : [secret]
  return sealed.flatMap((one) => {
    try {
      return vault.open(one, contextOf(webhook_id))
    } catch (error) {
      if (error instanceof SealBroken) return []
      throw error
    }
  })
}
