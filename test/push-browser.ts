import { digest } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { pushKey } from '../src/messaging/push/keys.ts'
import type { Person, World } from './world.ts'

/** A browser that shows the notifications of a user; its push service is never called. */
export async function aPushBrowser(
  { db, vault, now }: World,
  { id: user_id, token }: Pick<Person, 'id' | 'token'>,
) {
  const key = await pushKey({ db, vault, now: now() })
  const [id, created_at] = [newId(), now()]
  const keys = { key_id: key.id, public_key: key.publicKey, auth: Buffer.alloc(16) }
  const endpoint = `https://push.example/${id}`
  const row = { id, user_id, token_hash: digest(token), ...keys, endpoint, created_at }
  await db.insertInto('push_subscriptions').values(row).execute()
  return row
}
