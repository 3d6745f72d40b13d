/** Notification settings of users by channel: mail, browsers, the list of notifications. */
import { sql } from 'kysely'
import { openUnsubscribe } from '#messaging/mail'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Vault } from '#platform/secrets/vault'
import { found, invalidField, notFound } from '#platform/values/errors'
import type { ChangedSetting, NotificationSetting } from './settings-schemas.ts'
import { type Topic, topicNames, topics } from './topics.ts'

type Of = { userId: string; topic: Topic }

const isTopic = (text: string): text is Topic => Object.hasOwn(topics, text)

/** Returns the settings of a user, one for each topic, in their order. */
export async function listSettings(db: Database, userId: string): Promise<NotificationSetting[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['topic', 'notice', 'push', 'mail'])
    .where('user_id', '=', userId)
    .execute()
  return topicNames.map((topic) => {
    const { mails } = topics[topic]
    const {
      notice = true,
      push = true,
      mail = true,
    } = rows.find((row) => row.topic === topic) ?? {}
    const isFixed = mails !== 'switchable'
    return { topic, notice, push, mail: isFixed ? mails === 'always' : mail, mail_fixed: isFixed }
  })
}

/**
 * Changes the given channels of a topic. 404 for an unknown topic, 400 for a mail that cannot be changed. Switching
 * mail on again invalidates the addresses in earlier mails that switch it off. Locks the account.
 */
export async function changeSetting(
  { db, now }: { db: Database; now: Date },
  { userId, topic }: { userId: string; topic: string },
  change: ChangedSetting,
): Promise<NotificationSetting> {
  if (!isTopic(topic)) throw notFound('Topic')
  requireChangeable(topic, change)
  return transact(db, async (trx) => {
    await holdUser(trx, userId)
    await writeSetting({ db: trx, now }, { userId, topic }, change)
    const settings = await listSettings(trx, userId)
    return found(
      settings.find((one) => one.topic === topic),
      'Topic',
    )
  })
}

function requireChangeable(topic: Topic, { mail }: ChangedSetting): void {
  const { mails } = topics[topic]
  if (mail === undefined || mails === 'switchable' || mail === (mails === 'always')) return
  const rule =
    mails === 'always'
      ? 'must be true: these mails are always sent'
      : 'must be false: there is no such mail'
  throw invalidField('mail', rule)
}

/** Locks the account, so that it is not erased. */
async function holdUser(trx: Database, userId: string): Promise<void> {
  const { rows } = await sql`
    select from users where id = ${userId} and erased_at is null for no key update`.execute(trx)
  found(rows[0], 'User')
}

async function writeSetting(
  { db, now }: { db: Database; now: Date },
  { userId, topic }: Of,
  { notice = null, push = null, mail = null }: { [Way in keyof ChangedSetting]: boolean | null },
): Promise<void> {
  await sql`
    insert into notification_settings as s (user_id, topic, notice, push, mail, changed_at)
    values (${userId}, ${topic}, coalesce(${notice}, true), coalesce(${push}, true), coalesce(${mail}, true), ${now})
    on conflict on constraint notification_settings_pkey do update set
      notice = coalesce(${notice}, s.notice), push = coalesce(${push}, s.push), mail = coalesce(${mail}, s.mail),
      mail_round = s.mail_round + case when ${mail} and not s.mail then 1 else 0 end,
      changed_at = excluded.changed_at`.execute(db)
}

/** Switches off for a user the mails that guests with the same e-mail have switched off, where the user has no setting of their own. */
export async function moveSwitchedOff(
  db: Database,
  { from, to }: { from: string[]; to: string },
): Promise<void> {
  await sql`
    insert into notification_settings (user_id, topic, mail, changed_at)
    select ${to}::uuid, topic, false, max(changed_at) from notification_settings
    where user_id = any (${list(from, 'uuid')}) and not mail group by topic order by topic
    on conflict do nothing`.execute(db)
}

type Unsubscribing = { db: Database; vault: Vault; now: Date }

/** Returns the topic of an unsubscribe address in a mail; undefined if it is no longer valid. */
export async function topicOfAddress(
  { db, vault }: Omit<Unsubscribing, 'now'>,
  secret: string,
): Promise<Of | undefined> {
  const opened = await openUnsubscribe({ db, vault }, secret)
  if (!opened || !isTopic(opened.topic) || topics[opened.topic].mails !== 'switchable')
    return undefined
  return { userId: opened.userId, topic: opened.topic }
}

/** Switches off the mails of an unsubscribe address; repeating it changes nothing. Returns the topic, as above. */
export async function switchOffMail(
  { db, vault, now }: Unsubscribing,
  secret: string,
): Promise<Topic | undefined> {
  return transact(db, async (trx) => {
    const of = await topicOfAddress({ db: trx, vault }, secret)
    if (!of) return undefined
    await holdUser(trx, of.userId)
    // The mails may have been switched on again, or the e-mail changed, during the wait.
    const still = await topicOfAddress({ db: trx, vault }, secret)
    if (still) await writeSetting({ db: trx, now }, still, { mail: false })
    return still?.topic
  })
}
