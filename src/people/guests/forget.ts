import { sql } from 'kysely'
import { eraseGuests } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { noId } from '#platform/values/ids'

const day = 86_400_000
/** Days that a guest is retained: after its last festival ended, while its payments may still be disputed, and without any festival. */
const [daysAfterFestival, daysWithout] = [180, 7]
/** The number of rows that one statement checks. */
const page = 1_000

/** Erases guests that no account has taken over, once they are no longer needed. Safe to repeat. */
export async function deleteOldGuests({
  work: db,
  access,
  now: clock,
}: Pick<Infrastructure, 'work' | 'access' | 'now'>): Promise<void> {
  const now = clock()
  let after: string | undefined = noId
  while (after !== undefined) {
    const { last, ids }: Page = await nextPage(db, { after, now })
    await transact(db, (trx) => eraseGuests({ db: trx, access }, { ids, now, takenOverBy: null }))
    after = last
  }
}

type Page = { last: string | undefined; ids: string[] }

/** Returns the due guests of the next page, and the last guest of the page; undefined if no more follow. */
async function nextPage(db: Database, { after, now }: { after: string; now: Date }): Promise<Page> {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const { rows } = await sql<{ id: string; is_due: boolean }>`
    select g.id, g.created_at < ${before(daysWithout)} and not exists (
        select from payments p join festivals f on f.id = p.festival_id
        where p.user_id = g.id and p.status not in ('failed', 'expired')
          and f.end_time > ${before(daysAfterFestival)}) as is_due
    from users g where g.is_guest and g.erased_at is null and g.id > ${after}
    order by g.id limit ${page}`.execute(db)
  const ids = rows.filter(({ is_due }) => is_due).map(({ id }) => id)
  return { last: rows.length < page ? undefined : rows.at(-1)?.id, ids }
}
