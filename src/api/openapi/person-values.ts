/** Example values of a person's record; see `openapi-values.ts`. */
import { ids } from './ids.ts'

export const ofPeople: [owners: string, fields: Record<string, unknown>][] = [
  ['PersonClaim', { challenge: { id: ids.challenge, name: 'Sunrise swim' } }],
  ['PersonOrder', { id: ids.order, status: 'succeeded', units: 1 }],
  ['PersonFollow', { entity_id: ids.artist, name: 'Ebb Trio' }],
  ['PersonNotice', { id: ids.notification }],
  ['changes changes_of_account', { id: ids.entry, entity_id: ids.festival }],
  ['changes_of_account', { action: 'user.set_permissions' }],
  ['sessions PersonSession', { expires_at: '2028-01-20T09:30:00.000Z' }],
]
