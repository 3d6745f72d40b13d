/** Drafts: festivals that are not published (docs/adr/0068). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { seesHidden } from './managers.ts'

/** True if `festivals f` is a draft: it counts as deleted, so that only reads that ask for drafts show it. */
export const isDraft = sql<SqlBool>`f.deleted_at = 'infinity'`

/** True if `festivals f` is published, or deleted since: so a purchase at a deleted one can report that. */
export const isNoDraft = sql<SqlBool>`(f.deleted_at is null or f.deleted_at < 'infinity')`

/**
 * Returns `pieces` of a row that has a `festival_id`, and 0 for a draft: so a purchase that read its price before the
 * festival became a draft holds nothing.
 */
export function ofPublished(pieces: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`
    case when exists (select from festivals f where f.id = festival_id and ${isDraft}) then 0 else ${pieces} end`
}

/** True if `festivals f` exists for the reader: for all when it is published, and as a draft where `condition` holds. */
export function isVisibleIf(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(f.deleted_at is null or ${isDraft} and ${condition})`
}

/** Like `isThereFor`, for records that stay after a festival is deleted, such as its sales. */
export function isKnownTo(user: Omit<UserCaller, 'token'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isNoDraft} or ${seesHidden(user, 'f.organizer_id')})`
}

/** True if `festivals f` exists for a user: a draft only for users with the right to change it. */
export function isVisibleTo(user: Omit<UserCaller, 'token'>): RawBuilder<SqlBool> {
  return isVisibleIf(seesHidden(user, 'f.organizer_id'))
}
