/** Drafts: festivals that are not published (docs/adr/0068). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { seesHidden } from './managers.ts'

/** Whether `festivals f` is a draft: it counts as deleted, so that no read shows it that does not ask for drafts. */
export const isDraft = sql<SqlBool>`f.deleted_at = 'infinity'`

/** Whether `festivals f` is published, or deleted since: a purchase of the latter is told so. */
export const isNoDraft = sql<SqlBool>`(f.deleted_at is null or f.deleted_at < 'infinity')`

/**
 * `pieces` of a row that has a `festival_id`, none of a draft's: so a purchase that read its price before the festival became
 * a draft holds nothing.
 */
export function ofPublished(pieces: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`
    case when exists (select from festivals f where f.id = festival_id and ${isDraft}) then 0 else ${pieces} end`
}

/** Whether `festivals f` is there: for all when it is published, and as a draft where `condition` holds. */
export function isThere(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(f.deleted_at is null or ${isDraft} and ${condition})`
}

/** As `isThereFor`, for what stays after a festival is deleted, such as its sales. */
export function isKnownTo(user: Omit<UserCaller, 'token'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isNoDraft} or ${seesHidden(user, 'f.organizer_id')})`
}

/** Whether `festivals f` is there for a user: a draft is for those who may change it. */
export function isThereFor(user: Omit<UserCaller, 'token'>): RawBuilder<SqlBool> {
  return isThere(seesHidden(user, 'f.organizer_id'))
}
