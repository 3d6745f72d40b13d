import type { OrganizerMember } from '../../../client/src/index.ts'

export type Role = OrganizerMember['role']

/** The roles beside manager, and the work of each. */
export const roles: Record<Role, { title: string; does: string }> = {
  accountant: {
    title: 'Accountant',
    does: 'Sees sales, reports, documents and settlements.',
  },
  sales: { title: 'Sales', does: 'Sees sales, payments and attendees.' },
  editor: { title: 'Editor', does: 'Changes texts and line-ups of festivals. Publishes nothing.' },
}

export const roleChoices = (Object.keys(roles) as Role[]).map((value) => ({
  value,
  label: roles[value].title,
}))
