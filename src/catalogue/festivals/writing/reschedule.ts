/** Moves a festival to other dates, with all records that have a date of their own (docs/contract, section 4.17). */
import { type RawBuilder, sql } from 'kysely'
import { brokenConstraint } from '#platform/database/failures'
import { type Move, moveTimes } from '#platform/database/move-times'
import type { Database } from '#platform/database/tables'
import { conflict, invalidField } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { instantOf, localTime } from '#platform/zones/local-time'
import type { FestivalDraft } from '../model/draft.ts'
import type { Gig, Snapshot } from '../model/snapshot.ts'

/** Moves the times that another module stores for a festival. Returns the number of records moved. */
export type MoveOfFestival = (trx: Database, festivalId: string, move: Move) => Promise<number>

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    /** the functions that move records with a festival: each module with dates of a festival adds its own */
    festivalMoves: MoveOfFestival[]
  }
}

/** A requested move. `refundUntil`: until when buyers may return tickets in full, if the organizer extends the default. */
export type MoveRequest = { refundUntil: Date | null }

/** Reads the requested move; undefined if the request asks for none. */
export function moveRequestOf(
  move: boolean | undefined,
  until: string | null = null,
): MoveRequest | undefined {
  return move ? { refundUntil: toTime(until) } : undefined
}

/** A planned move of a festival. */
export type MovePlan = {
  /** the end, where the request gives none: it moves as well */
  draft: Pick<FestivalDraft, 'end_time'> | undefined
  /** the festival before the move, with its gigs at their new times */
  from: Snapshot
  move: Move
  columns: MovedColumns
}

const day = 24 * 3_600_000

/** The time for which buyers may return tickets for a full refund after a move, ms. */
const refundMs = 14 * day

/**
 * Plans a move to the start of `draft`. Each time shifts by as much as the start does on the clocks of the festival:
 * 22:00 stays 22:00 where summer time lies between. An end that the draft leaves out moves as well.
 * @throws 400 without a new start
 */
export function planMove(
  before: Snapshot,
  { start_time, end_time, time_zone = before.time_zone }: Partial<FestivalDraft>,
  request: MoveRequest & { now: Date },
): MovePlan {
  if (start_time === undefined) throw invalidField('start_time', 'is required with move')
  const clocksBefore = localTime(before.start_time, before.time_zone)
  const clocksAfter = localTime(start_time, time_zone)
  const shift = clocksAfter.getTime() - clocksBefore.getTime()
  const move: Move = (time) =>
    instantOf(new Date(localTime(time, before.time_zone).getTime() + shift), time_zone)
  const startsOnSameDay = dateOf(clocksBefore) === dateOf(clocksAfter)
  return {
    draft: end_time ? undefined : { end_time: move(before.end_time) },
    from: { ...before, gigs: moveGigs(before.gigs, move) },
    move,
    columns: startsOnSameDay ? {} : movedColumns(request),
  }
}

const dateOf = (clocks: Date) => clocks.toISOString().slice(0, 10)

function moveGigs(gigs: Gig[], move: Move): Gig[] {
  return gigs.map((gig) => ({
    ...gig,
    start_time: gig.start_time && move(gig.start_time),
    end_time: gig.end_time && move(gig.end_time),
  }))
}

/**
 * Moves the validity of tickets, also of tiers that are no longer offered, then the records of other modules, in the
 * order of locks. A sale that ends once the festival has begun ends as much later; other times of a sale stay.
 */
export async function moveOffers(
  trx: Database,
  { id, start_time }: Snapshot,
  { move, others }: { move: Move; others: MoveOfFestival[] },
): Promise<void> {
  const columns = ['valid_since', 'valid_until', 'end_time']
  await moveTimes(trx, { table: 'tiers', columns, festivalId: id }, (time, column) =>
    column === 'end_time' && time < start_time ? time : move(time),
  )
  for (const moveOther of others) await moveOther(trx, id, move)
}

/** The columns with the time of a festival's last move, and the time until which buyers may return tickets in full. */
export type MovedColumns = { moved_at?: Date; moved_refund_until?: RawBuilder<Date> }

/**
 * Returns the columns that a move to another day writes. The right to a refund lasts 14 days at least, and a later move
 * never shortens the right that an earlier one has granted.
 */
function movedColumns({ refundUntil, now }: MoveRequest & { now: Date }): MovedColumns {
  const least = new Date(now.getTime() + refundMs)
  return {
    moved_at: now,
    moved_refund_until: sql<Date>`
      greatest(moved_refund_until, ${least}::timestamptz, ${refundUntil}::timestamptz)`,
  }
}

/** Converts the error of a write of moved times: throws 409 if clocks skip a start, so that it would be after its end. */
export function refuseSkipped(error: unknown): never {
  if (!/_end_after_start$|_out_after_in$/.test(brokenConstraint(error))) throw error
  throw conflict(
    'A time falls into a skipped hour, so its gig would end before it begins',
    'conflict',
  )
}
