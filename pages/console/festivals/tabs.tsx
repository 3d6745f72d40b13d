import { type ComponentType, lazy } from 'react'
import type { TabProps } from './tab-props.ts'

export type Tab = {
  /** the last part of its address, /festivals/:id/<path> */
  path: string
  label: string
  tab: ComponentType<TabProps>
}

/** A tab that is loaded when first opened. */
function tab<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<TabProps>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** The tabs of a festival, in the order of setting it up. */
export const tabs: Tab[] = [
  {
    path: 'details',
    label: 'Details',
    tab: tab(() => import('./details/tab.tsx'), 'DetailsTab'),
  },
  {
    path: 'lineup',
    label: 'Line-up',
    tab: tab(() => import('./lineup/tab.tsx'), 'LineUpTab'),
  },
  {
    path: 'timetable',
    label: 'Timetable',
    tab: tab(() => import('./timetable/tab.tsx'), 'TimetableTab'),
  },
  {
    path: 'places',
    label: 'Places',
    tab: tab(() => import('./places/tab.tsx'), 'PlacesTab'),
  },
  {
    path: 'tickets',
    label: 'Tickets',
    tab: tab(() => import('./tickets/tab.tsx'), 'TicketsTab'),
  },
  {
    path: 'accommodations',
    label: 'Accommodations',
    tab: tab(() => import('./accommodations/tab.tsx'), 'AccommodationsTab'),
  },
  {
    path: 'vouchers',
    label: 'Vouchers',
    tab: tab(() => import('./vouchers/tab.tsx'), 'VouchersTab'),
  },
  {
    path: 'queue',
    label: 'Waiting room',
    tab: tab(() => import('./queue/tab.tsx'), 'QueueTab'),
  },
  {
    path: 'attendees',
    label: 'Attendees',
    tab: tab(() => import('./attendees/tab.tsx'), 'AttendeesTab'),
  },
  {
    path: 'messages',
    label: 'Messages',
    tab: tab(() => import('./messages/tab.tsx'), 'MessagesTab'),
  },
  {
    path: 'gate',
    label: 'Gate',
    tab: tab(() => import('./gate/tab.tsx'), 'GateTab'),
  },
  {
    path: 'box-office',
    label: 'Box office',
    tab: tab(() => import('./box-office/tab.tsx'), 'BoxOfficeTab'),
  },
  {
    path: 'sales',
    label: 'Sales',
    tab: tab(() => import('./sales/tab.tsx'), 'SalesTab'),
  },
  {
    path: 'report',
    label: 'Report',
    tab: tab(() => import('./report/tab.tsx'), 'ReportTab'),
  },
  {
    path: 'documents',
    label: 'Documents',
    tab: tab(() => import('./documents/tab.tsx'), 'DocumentsTab'),
  },
]
