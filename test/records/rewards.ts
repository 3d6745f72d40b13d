/** The records of rewards: how each is written and read. */
import { aName } from '../catalogue.ts'
import { ofService, type Recorded } from './recorded.ts'

const isId = 'It is the entity_id of the entry'

export function rewards(): Recorded[] {
  const types = ['ticket_purchased', 'ticket_validated']
  return [
    {
      ...ofService,
      name: 'rule',
      change: 'PUT /rewards/rules/{event_type}',
      id: 'ticket_purchased',
      list: '/rewards/rules',
    },
    {
      ...ofService,
      name: 'badge',
      create: 'POST /rewards/badges',
      change: 'PUT /rewards/badges/{id}',
      detail: (id) => `/rewards/badges/${id}`,
      list: '/rewards/badges',
      given: { event_type: (variant) => types[variant] },
      auditedAs: { icon: 'photo' },
    },
    {
      ...ofService,
      name: 'levels',
      change: 'PUT /rewards/levels',
      detail: () => '/rewards/levels',
      given: {
        levels: (_, [one]: [any]) => [
          { ...one, level: 1, points: 0 },
          { ...one, level: 2 },
        ],
      },
      unaudited: { 'levels.level': isId },
    },
    {
      ...ofService,
      name: 'challenge',
      create: 'POST /rewards/challenges',
      change: 'PUT /rewards/challenges/{id}',
      list: '/rewards/challenges?limit=1000',
      given: { code: () => aName('A code of many letters') },
      unread: { code: 'It is shown once and stored as a hash' },
    },
  ]
}
