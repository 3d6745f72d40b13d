/** The people of a scene. */
import type { Person, World } from '../world.ts'

export async function peopleOf({ aUser }: World) {
  return {
    stranger: await aUser(),
    owner: await aUser(),
    manager: await aUser(),
    steward: await aUser({ isProven: false }),
    rival: await aUser(),
    admin: await aUser({ roles: ['admin'] }),
    accountant: await aUser(),
    clerk: await aUser(),
    sales: await aUser(),
    editor: await aUser(),
  }
}

export type People = Awaited<ReturnType<typeof peopleOf>>

/** The roles beside manager in the organizer of the festival; the colleague makes no calls. */
export function membersOf({
  accountant,
  clerk,
  sales,
  editor,
  colleague,
}: Pick<People, 'accountant' | 'clerk' | 'sales' | 'editor'> & { colleague: Person }) {
  return [
    { user_id: accountant.id, role: 'accountant', may_refund: true },
    { user_id: clerk.id, role: 'accountant', may_refund: false },
    { user_id: sales.id, role: 'sales', may_refund: false },
    { user_id: editor.id, role: 'editor', may_refund: false },
    { user_id: colleague.id, role: 'sales', may_refund: false },
  ]
}
