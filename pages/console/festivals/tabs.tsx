import { type ComponentType, lazy } from 'react'
import type { OrganizerRight } from '../rights.ts'
import type { HolderProps } from './tab-props.ts'

export type Tab = {
  /** the last part of its address, /festivals/:id/<path> */
  path: string
  label: string
  /** which right in its organizer shows it */
  right: OrganizerRight
  tab: ComponentType<HolderProps>
}

/** A tab that is loaded when first opened. */
function tab<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<HolderProps>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** The tabs of a festival, in the order of setting it up. */
export const tabs: Tab[] = [
  {
    path: 'details',
    label: 'Details',
    right: 'edit_lineup',
    tab: tab(() => import('./details/tab.tsx'), 'DetailsTab'),
  },
  {
    path: 'lineup',
    label: 'Line-up',
    right: 'edit_lineup',
    tab: tab(() => import('./lineup/tab.tsx'), 'LineUpTab'),
  },
  {
    path: 'timetable',
    label: 'Timetable',
    right: 'edit_lineup',
    tab: tab(() => import('./timetable/tab.tsx'), 'TimetableTab'),
  },
  {
    path: 'places',
    label: 'Places',
    right: 'edit_lineup',
    tab: tab(() => import('./places/tab.tsx'), 'PlacesTab'),
  },
  {
    path: 'tickets',
    label: 'Tickets',
    right: 'manage',
    tab: tab(() => import('./tickets/tab.tsx'), 'TicketsTab'),
  },
  {
    path: 'accommodations',
    label: 'Accommodations',
    right: 'manage',
    tab: tab(() => import('./accommodations/tab.tsx'), 'AccommodationsTab'),
  },
  {
    path: 'vouchers',
    label: 'Vouchers',
    right: 'manage',
    tab: tab(() => import('./vouchers/tab.tsx'), 'VouchersTab'),
  },
  {
    path: 'queue',
    label: 'Waiting room',
    right: 'manage',
    tab: tab(() => import('./queue/tab.tsx'), 'QueueTab'),
  },
  {
    path: 'attendees',
    label: 'Attendees',
    right: 'read_attendees',
    tab: tab(() => import('./attendees/tab.tsx'), 'AttendeesTab'),
  },
  {
    path: 'messages',
    label: 'Messages',
    right: 'manage',
    tab: tab(() => import('./messages/tab.tsx'), 'MessagesTab'),
  },
  {
    path: 'gate',
    label: 'Gate',
    right: 'manage',
    tab: tab(() => import('./gate/tab.tsx'), 'GateTab'),
  },
  {
    path: 'box-office',
    label: 'Box office',
    right: 'manage',
    tab: tab(() => import('./box-office/tab.tsx'), 'BoxOfficeTab'),
  },
  {
    path: 'sales',
    label: 'Sales',
    right: 'read_sales',
    tab: tab(() => import('./sales/tab.tsx'), 'SalesTab'),
  },
  {
    path: 'report',
    label: 'Report',
    right: 'read_money',
    tab: tab(() => import('./report/tab.tsx'), 'ReportTab'),
  },
  {
    path: 'documents',
    label: 'Documents',
    right: 'read_money',
    tab: tab(() => import('./documents/tab.tsx'), 'DocumentsTab'),
  },
]
