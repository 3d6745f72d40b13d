/** Unsubscribe addresses in mails: each switches off mails of its kind (RFC 8058). */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Vault } from '#platform/secrets/vault'
import { isId } from '#platform/values/ids'

type About = { userId: string; topic: string; round: number; email: string }

/** The text signed by the secret of an address: the secret ends when the user has another e-mail, or switches such mails on again. */
const textOf = ({ userId, topic, round, email }: About) => [userId, topic, round, email].join('\n')
const context = 'unsubscribe address'

/** Returns the last part of the address, which is secret. */
export function unsubscribeSecret(vault: Vault, about: About): string {
  const mac = vault.mac(textOf(about), context).toString('base64url')
  return `${about.userId}.${about.topic}.${mac}`
}

/** Returns the user and the topic of the mails that such a secret switches off; undefined if it is no longer valid, or never was. */
export async function openUnsubscribe(
  { db, vault }: { db: Database; vault: Vault },
  secret: string,
): Promise<{ userId: string; topic: string } | undefined> {
  const [userId = '', topic = '', mac = '', ...more] = secret.split('.')
  if (!isId(userId) || more.length > 0) return undefined
  const { rows } = await sql<{ email: string; round: number }>`
    select u.email, coalesce(s.mail_round, 0) as round
    from users u left join notification_settings s on s.user_id = u.id and s.topic = ${topic}
    where u.id = ${userId}::uuid and u.email is not null`.execute(db)
  const [user] = rows
  const isGood =
    user && vault.isMac(Buffer.from(mac, 'base64url'), textOf({ userId, topic, ...user }), context)
  return isGood ? { userId, topic } : undefined
}
