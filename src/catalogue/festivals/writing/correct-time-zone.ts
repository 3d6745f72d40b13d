/** Corrects the times of a festival that were written as UTC and are local times there. */
import { type Move, moveTimes } from '#platform/database/move-times'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { instantOf, localTime } from '#platform/zones/local-time'
import { publishFestivals } from '../announcing/domain-events.ts'
import { moveRested } from '../announcing/news.ts'
import { noteAnnounced } from '../announcing/notify-rested.ts'
import { lockRecords } from '../model/lock.ts'
import { readSnapshots, type Snapshot } from '../model/snapshot.ts'
import { refuseSkipped } from './reschedule.ts'
import { writeFestival } from './write.ts'

type Context = { db: Database; now: Date }
type Count = Record<string, number>

/** Moves the records of other modules for a festival. `moved` has the number of records with moved times. */
export type MoveOthers = (trx: Database, move: Move) => Promise<Count>

type CorrectedFestival = Pick<Snapshot, 'id' | 'name' | 'start_time' | 'end_time' | 'time_zone'>

/**
 * Changes the time zone of a festival; clocks there show the same times as before. All its times move; repeating it
 * moves none. No user is notified, neither now nor by the next change.
 * @throws 404, 409 where one would end before it begins
 */
export async function correctTimeZone(
  { db, now }: Context,
  { id, time_zone }: { id: string; time_zone: string },
  moveOthers: MoveOthers,
): Promise<{ festival: CorrectedFestival; moved: Count }> {
  return transact(db, async (trx) => {
    const before = await lockFestival(trx, id)
    const move: Move = (time) => instantOf(localTime(time, before.time_zone), time_zone)
    const [start_time, end_time] = [move(before.start_time), move(before.end_time)]
    const draft = { start_time, end_time, time_zone }
    await writeFestival(trx, { before, after: before, draft }, now).catch(refuseSkipped)
    const moved = await moveAll(trx, before, { move, moveOthers }).catch(refuseSkipped)
    if (before.is_published)
      await publishFestivals({ db: trx, now }, [{ type: 'festival.updated', festival_id: id }])
    return { festival: { id, name: before.name, ...draft }, moved }
  })
}

/** Moves the times of all records of a festival. Locks stock last, as in every change. */
async function moveAll(
  trx: Database,
  before: Snapshot,
  { move, moveOthers }: { move: Move; moveOthers: MoveOthers },
): Promise<Count> {
  const [festivalId, columns] = [before.id, ['start_time', 'end_time']]
  const gigs = await moveTimes(trx, { table: 'gigs', columns, festivalId }, move)
  await noteAnnounced(trx, festivalId, told(before, move))
  await moveRested(trx, festivalId, move)
  const others = await moveOthers(trx, move)
  const ofTiers = [...columns, 'valid_since', 'valid_until']
  const tiers = await moveTimes(trx, { table: 'tiers', columns: ofTiers, festivalId }, move)
  return { gigs, tiers, ...others }
}

async function lockFestival(db: Database, id: string): Promise<Snapshot> {
  const { festivals } = await lockRecords(db, { festivals: [id] })
  const isThere = festivals.get(id)?.is_deleted === false
  return found(isThere ? (await readSnapshots(db, [id])).get(id) : undefined, 'Festival')
}

/** Moves the times that followers were notified of as well: otherwise the next change would notify them again. */
function told(before: Snapshot, move: Move) {
  return before.told.map(({ id, times }) => ({
    id,
    times: times.map((time) => move(new Date(time)).getTime()),
  }))
}
