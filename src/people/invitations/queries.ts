import { type RawBuilder, sql } from 'kysely'
import type { MemberRole } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import { emailKey } from '#platform/values/email'
import type { Target } from './rights.ts'
import type { Invitations } from './schemas.ts'

/** An invitation that can be accepted, with the data needed to accept it. */
export type Offer = Target & {
  id: string
  email: string
  email_key: string
  invited_by: string | null
}

/** Selects invitations. */
type InvitationFilter =
  | { target: Partial<Target> }
  | { email: string }
  | { id: string }
  | { isRight: true }

/** Returns pending invitations, newest first, then by id; at most 200. */
export async function listInvitations(
  db: Database,
  filter: InvitationFilter,
  now: Date,
): Promise<Invitations> {
  const { rows } = await sql<Invitations[number]>`
    select i.id, i.kind, i.email,
           case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organizer,
           case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as festival,
           i.granted_right as right, i.member_role as role,
           case when i.member_role is not null then i.may_refund end as may_refund, i.created_at, i.expires_at
    from invitations i
    left join organizers o on o.id = coalesce(i.organizer_id, i.member_of)
    left join festivals f on f.id = i.festival_id
    where i.ended_at is null and i.expires_at > ${now} and f.deleted_at is null and ${are(filter)}
    order by i.created_at desc, i.id desc limit 200`.execute(db)
  return rows
}

function are(filter: InvitationFilter): RawBuilder<boolean> {
  if ('email' in filter) return sql`i.email_key = ${emailKey(filter.email)}`
  if ('id' in filter) return sql`i.id = ${filter.id}`
  if ('isRight' in filter) return sql`i.granted_right is not null`
  const { organizer_id, festival_id } = filter.target
  return organizer_id
    ? sql`coalesce(i.organizer_id, i.member_of) = ${organizer_id}`
    : sql`i.festival_id = ${festival_id}`
}

/** Returns the pending invitation with this id, or with a token of this hash. */
export function findOffer(
  db: Database,
  by: { id: string } | { hash: Buffer },
  now: Date,
): Promise<Offer | undefined> {
  return db
    .selectFrom('invitations')
    .select(['id', 'email', 'email_key', 'invited_by'])
    .select([
      'organizer_id',
      'member_of',
      'festival_id',
      'granted_right',
      'member_role',
      'may_refund',
    ])
    .$narrowType<{ member_role: MemberRole | null }>()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('hash', '=', by.hash)))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Ends an invitation. Returns false if it has ended or expired already. */
export async function endOffer(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the folded e-mail of an account, if it is proven. */
export async function provenEmail(db: Database, userId: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .where('email_proven_at', 'is not', null)
    .executeTakeFirst()
  return account?.email_key ?? undefined
}
