/** Tickets that are offered to others, written straight into the table: without jobs no one is told. */
import { newId } from '#platform/values/ids'
import type { Person, World } from './world.ts'

type Offered = { id: string; festival_id: string; user_id: string }

/** An open transfer of a ticket, from a user to another; returns its id. */
export async function aTransfer(
  { db, now }: World,
  { id: payment_id, festival_id, user_id: from_user }: Offered,
  { email }: Pick<Person, 'email'>,
): Promise<string> {
  const id = newId()
  const created_at = now()
  const expires_at = new Date(created_at.getTime() + 86_400_000)
  const to = { email, email_key: email.toLowerCase() }
  await db
    .insertInto('ticket_transfers')
    .values({ id, payment_id, festival_id, from_user, ...to, created_at, expires_at })
    .execute()
  return id
}
