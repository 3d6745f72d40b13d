/** Types of entries, by the action of an audit log entry, the outcome of a scan or the outcome of a transfer. */
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
