/** Which entry an action of the audit log, the outcome of a scan and that of a transfer are. */
import type { Activity } from './schemas.ts'

export const typesOfChanges: Record<string, Activity['type']> = {
  'festival.create': 'festival.published',
  'festival.cancel': 'festival.cancelled',
  'festival.delete': 'festival.deleted',
}

export const typesOfScans: Record<string, Activity['type']> = {
  admitted: 'ticket.admitted',
  readmitted: 'ticket.admitted',
  left: 'ticket.left',
}

export const typesOfTransfers: Record<string, Activity['type']> = {
  accepted: 'transfer.accepted',
  declined: 'transfer.declined',
  taken_back: 'transfer.taken_back',
}
