/**
 * Notifications for followers and holders, of which there may be very many. A few are notified in the transaction of
 * the cause; more by jobs, page by page in the order of the users' ids. A page is one transaction, and a user is never
 * notified twice of one cause: a job that dies continues where it stopped, and one that runs twice does nothing twice.
 */
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { noId } from '#platform/values/ids'
import { type Notice, notify } from './changes.ts'
import { type HolderNews, holdersOf, isRecordedHolder, notifyHolders } from './holders.ts'
import { type AnnouncementOwner, type NotifyContext, notifyWithin } from './limits.ts'
import type { Subject } from './types.ts'
import { type Translated, translated } from './words.ts'

/** Texts for followers, or ticket holders, of the thing with this id. */
type About = Translated & { id: string; name: string }

/**
 * A notification for followers or holders. `limited`: sent by an organizer that may reach only so many a day, as long
 * as staff have not approved it.
 */
export type Broadcast = { cause: string; limited?: AnnouncementOwner | undefined } & (
  | (ForFollowersOfArtists & Several & { to: 'followers of artists'; about: About[] })
  | (Subject & { to: 'followers of an organizer'; about: [About] })
  | HolderNews
)

/**
 * The name of the festival, for the title of a user that follows several of the artists. Jobs of earlier versions have
 * the end of that title instead: "artists you follow play at …".
 */
type Several = { festival: string } | { several: string }

/** The artists are added for each user. */
type ForFollowersOfArtists = { type: 'artist.announced'; data: { festival_id: string } }

type Concerned = { user_id: string; ids: string[]; isDue: boolean }

/** The job that notifies many users. Jobs of earlier versions may still wait, so its name and its data stay. */
export const fanOutJob = 'news'
export type FanOut = { news: Broadcast; after?: string }

/** The key of a job: one waiting job with the same key is enough. */
export const keyOf = ({ news, after = '' }: FanOut) => `${news.cause} ${after}`

const few = 100
const [page, pages] = [500, 20]

/** Notifies all followers, or ticket holders: up to 100 at once, more by a job that begins soon. */
export async function broadcast(
  at: NotifyContext & Pick<Infrastructure, 'jobs'>,
  news: Broadcast,
): Promise<void> {
  const concerned = await findConcerned(at.db, news, { after: noId, limit: few + 1 })
  if (concerned.length > few) await at.jobs.add(at.db, fanOutJob, { news } satisfies FanOut)
  else await send(at, news, concerned)
}

/**
 * The job: notifies some pages of users after `after`, then leaves the rest to the next job, so that none runs for
 * long, however many users there are. Safe to run twice, and to abort anywhere.
 */
export async function fanOut(
  { work: db, bus, jobs, now }: Pick<Infrastructure, 'work' | 'bus' | 'jobs' | 'now'>,
  { news, after = noId }: FanOut,
  size = { page, pages },
): Promise<void> {
  let last = after
  for (let read = 0; read < size.pages; read++) {
    const concerned = await findConcerned(db, news, { after: last, limit: size.page })
    const isWhole = await send({ db, bus, now: now() }, news, concerned)
    if (!isWhole) return
    const { user_id } = concerned.at(-1) ?? {}
    if (concerned.length < size.page || user_id === undefined) return
    last = user_id
  }
  await transact(db, (trx) => jobs.add(trx, fanOutJob, { news, after: last } satisfies FanOut))
}

/** Returns true if all were notified. An organizer without approval may reach its limit: the rest then waits. */
async function send(
  context: NotifyContext,
  news: Broadcast,
  concerned: Concerned[],
): Promise<boolean> {
  const notices = noticesFor(news, concerned)
  if (news.limited) {
    const artists = news.to === 'followers of artists' ? news.about.map(({ id }) => id) : [null]
    return notifyWithin(context, notices, { ...news.limited, artists, cause: news.cause })
  }
  if (news.to === 'holders of a festival')
    await transact(context.db, (db) => notifyHolders({ ...context, db }, news, notices))
  else await notify(context, notices)
  return true
}

function noticesFor(news: Broadcast, concerned: Concerned[]): Notice[] {
  return concerned.filter(({ isDue }) => isDue).map((user) => noticeOf(news, user))
}

function noticeOf(news: Broadcast, { user_id, ids }: Concerned): Notice {
  const followed = news.about.filter(({ id }) => ids.includes(id))
  const [{ title, message, translations } = { title: '', message: '' }] = followed
  const notice = { ...subjectOf(news, followed), user_id, cause: news.cause }
  if (news.to !== 'followers of artists' || followed.length === 1)
    return { ...notice, title, message, ...(translations && { translations }) }
  return { ...notice, ...severalOf(news, followed) }
}

function subjectOf(news: Broadcast, followed: About[]): Subject {
  if (news.to !== 'followers of artists') return { type: news.type, data: news.data } as Subject
  return { type: news.type, data: { ...news.data, artist_ids: followed.map(({ id }) => id) } }
}

const mostNamed = 10

function severalOf(news: Several, followed: About[]): Translated {
  const names = followed.slice(0, mostNamed).map(({ name }) => name)
  const others = followed.length - names.length
  return translated(({ words, list }) => ({
    title:
      'festival' in news
        ? words.severalAt(followed.length, news.festival)
        : `${followed.length} ${news.several}`,
    message: `${list(others > 0 ? [...names, words.others(others)] : names)}.`,
  }))
}

/**
 * Returns the next users concerned, by id, with the ids of the things concerned. `isDue` is false for users that were
 * already notified, are suspended or erased. The first `limit` users of each thing are enough to find the first of all.
 * `isDue` is checked only for the users of a page, so that a page is read along its index whatever the plan.
 */
async function findConcerned(
  db: Database,
  news: Broadcast,
  { after, limit }: { after: string; limit: number },
): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    select user_id, ids,
           (select suspended_at is null and erased_at is null from users u where u.id = page.user_id)
           and not ${wasNotified(news)} as "isDue"
    from (
      select concerned.user_id, array_agg(about.id) as ids
      from unnest(${news.about.map(({ id }) => id)}::text[]) about (id)
      cross join lateral (
        select user_id from (${concernedBy(news, { after, limit })}) c
        where user_id > ${after} order by user_id limit ${limit}
      ) concerned
      group by concerned.user_id order by concerned.user_id limit ${limit}
    ) page
    order by user_id`.execute(db)
  return rows
}

function concernedBy(news: Broadcast, { after, limit }: { after: string; limit: number }) {
  if (news.to === 'followers of artists')
    // The artist may have been merged since the job was added.
    return sql`
      select user_id from interests where artist_id = coalesce(
        (select artist_id from artist_aliases where id = about.id::uuid), about.id::uuid)`
  if (news.to === 'followers of an organizer')
    return sql`select user_id from interests where organizer_id = about.id`
  return holdersOf({ festivalId: sql`about.id::uuid`, after, limit }, news.at)
}

/** True if a user of `page` was notified before. */
const wasNotified = (news: Broadcast) =>
  news.to === 'holders of a festival'
    ? isRecordedHolder(news)
    : sql`
        (select number from notifications n
         where n.user_id = page.user_id and n.cause = ${news.cause}) is not null`
