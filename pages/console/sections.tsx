import {
  ActivityLogIcon,
  AvatarIcon,
  BackpackIcon,
  BarChartIcon,
  CalendarIcon,
  CardStackIcon,
  EnvelopeClosedIcon,
  HomeIcon,
  IdCardIcon,
  Link2Icon,
  PaperPlaneIcon,
  PersonIcon,
  ReaderIcon,
  SpeakerLoudIcon,
  StackIcon,
  StarIcon,
} from '@radix-ui/react-icons'
import type { IconProps } from '@radix-ui/react-icons/dist/types'
import { type ComponentType, lazy } from 'react'
import type { Rights } from './rights.ts'

export type Section = {
  /** below /console; the rest of the path belongs to the section */
  path: string
  label: string
  icon: ComponentType<IconProps>
  /** sections without one are not in the menu */
  group?: 'Run' | 'Sell' | 'People' | 'Build'
  isFor?: (rights: Rights) => boolean
  page: ComponentType
}

/** A page that is loaded when first opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** All sections of the console, in the order of the menu. */
export const sections: Section[] = [
  {
    path: '/',
    label: 'Overview',
    icon: HomeIcon,
    group: 'Run',
    page: page(() => import('./overview/page.tsx'), 'OverviewPage'),
  },
  {
    path: '/activity',
    label: 'Activity',
    icon: ActivityLogIcon,
    group: 'Run',
    isFor: ({ isAdmin, isOrganizer }) => isAdmin || isOrganizer,
    page: page(() => import('./activity/page.tsx'), 'ActivityPage'),
  },
  {
    path: '/festivals',
    label: 'Festivals',
    icon: CalendarIcon,
    group: 'Run',
    page: page(() => import('./festivals/page.tsx'), 'FestivalsPage'),
  },
  {
    path: '/artists',
    label: 'Artists',
    icon: SpeakerLoudIcon,
    group: 'Run',
    page: page(() => import('./artists/page.tsx'), 'ArtistsPage'),
  },
  {
    path: '/organizers',
    label: 'Organizers',
    icon: BackpackIcon,
    group: 'Run',
    page: page(() => import('./organizers/page.tsx'), 'OrganizersPage'),
  },
  {
    path: '/sales',
    label: 'Sales',
    icon: BarChartIcon,
    group: 'Sell',
    isFor: ({ readsSales }) => readsSales,
    page: page(() => import('./sales/page.tsx'), 'SalesPage'),
  },
  {
    path: '/payments',
    label: 'Payments',
    icon: CardStackIcon,
    group: 'Sell',
    isFor: ({ readsSales }) => readsSales,
    page: page(() => import('./payments/page.tsx'), 'PaymentsPage'),
  },
  {
    path: '/money',
    label: 'Money',
    icon: StackIcon,
    group: 'Sell',
    isFor: ({ may }) => may('manage_money'),
    page: page(() => import('./money/page.tsx'), 'MoneyPage'),
  },
  {
    path: '/plans',
    label: 'Plans',
    icon: IdCardIcon,
    group: 'Sell',
    isFor: ({ may }) => may('create_subscriptions'),
    page: page(() => import('./plans/page.tsx'), 'PlansPage'),
  },
  {
    path: '/rewards',
    label: 'Rewards',
    icon: StarIcon,
    group: 'Sell',
    isFor: ({ may }) => may('manage_rewards'),
    page: page(() => import('./rewards/page.tsx'), 'RewardsPage'),
  },
  {
    path: '/people',
    label: 'People',
    icon: PersonIcon,
    group: 'People',
    isFor: ({ may }) => may('manage_users'),
    page: page(() => import('./people/page.tsx'), 'PeoplePage'),
  },
  {
    path: '/audit',
    label: 'Audit',
    icon: ReaderIcon,
    group: 'People',
    isFor: ({ isAdmin }) => isAdmin,
    page: page(() => import('./audit/page.tsx'), 'AuditPage'),
  },
  {
    path: '/clients',
    label: 'Clients',
    icon: Link2Icon,
    group: 'Build',
    isFor: ({ may }) => may('manage_clients'),
    page: page(() => import('./clients/page.tsx'), 'ClientsPage'),
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    icon: PaperPlaneIcon,
    group: 'Build',
    isFor: ({ may }) => may('manage_clients'),
    page: page(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
  },
  {
    path: '/mail',
    label: 'Mail',
    icon: EnvelopeClosedIcon,
    group: 'Build',
    isFor: ({ isAdmin, catchesMail }) => isAdmin && catchesMail,
    page: page(() => import('./mail/page.tsx'), 'MailPage'),
  },
  {
    path: '/account',
    label: 'Account',
    icon: AvatarIcon,
    page: page(() => import('./account/page.tsx'), 'AccountPage'),
  },
]
