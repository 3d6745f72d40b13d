import type { Account, SetUserPermissionsBody } from '../../../client/src/index.ts'

export type Permission = SetUserPermissionsBody['permissions'][number]

/** Titles and effects of the permissions. */
export const permissions: { permission: Permission; title: string; effect: string }[] = [
  {
    permission: 'manage_catalog',
    title: 'Any festival and artist',
    effect: 'Changes and deletes any festival, organizer and artist.',
  },
  {
    permission: 'create_subscriptions',
    title: 'Membership plans',
    effect: 'Creates, changes and ends plans, through a client with manage_subscriptions.',
  },
  {
    permission: 'manage_rewards',
    title: 'Rewards',
    effect: 'Changes rules, badges, levels and challenges.',
  },
  {
    permission: 'manage_users',
    title: 'People',
    effect: 'Sees all users with their e-mail and suspends accounts. Only admins give rights.',
  },
  {
    permission: 'manage_clients',
    title: 'Clients',
    effect: 'Creates, suspends and revokes applications and their secrets.',
  },
  {
    permission: 'manage_money',
    title: 'Bank and payouts',
    effect: 'Sees and decides about the bank account, payouts and settlements of all organizers.',
  },
]

const roles: Record<string, { title: string; why: string }> = {
  attender: { title: 'Attender', why: 'has an account' },
  organizer: { title: 'Organizer', why: 'manages an organizer' },
  gate: { title: 'Gate', why: 'admits at a festival' },
  admin: { title: 'Admin', why: 'may do everything' },
}

export const roleOf = (id: string) => roles[id] ?? { title: id, why: '' }

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

export const isAdmin = ({ roles }: Pick<Account, 'roles'>): boolean =>
  roles.some(({ id }) => id === 'admin')

/** The roles worth showing: every user is an attender. */
export const notable = ({ roles }: Pick<Account, 'roles'>): string[] =>
  roles.map(({ id }) => id).filter((id) => id !== 'attender')
