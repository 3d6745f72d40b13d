/** A text beside the reference: its name in the address, its title, and the file of this repository that it is built from. */
export type DocsText = {
  name: string
  title: string
  file: string
  /** The name of the text in the menu that this page belongs to; absent for those in the menu. */
  parent?: string
}

const menu: DocsText[] = [
  { name: 'recipes', title: 'Recipes', file: 'docs/recipes.md' },
  { name: 'testing', title: 'Testing', file: 'docs/testing.md' },
  { name: 'client', title: 'Client', file: 'client/README.md' },
  { name: 'webhooks', title: 'Webhooks', file: 'docs/webhooks.md' },
  { name: 'contract', title: 'Contract', file: 'docs/contract/README.md' },
  { name: 'changes', title: 'Changes', file: 'CHANGELOG.md' },
]

/** The pages of the contract, in the order of its index. */
const contractPages = {
  conventions: 'Conventions',
  errors: 'Errors',
  authentication: 'Authentication',
  access: 'Access rights',
  guests: 'Guests',
  users: 'Users',
  organizers: 'Organizers and artists',
  festivals: 'Festivals',
  discovery: 'Gigs, follows and search',
  offers: 'Offers and availability',
  rewards: 'Rewards',
  notifications: 'Notifications and mails',
  payments: 'Payments and refunds',
  orders: 'Orders',
  tickets: 'Tickets and transfers',
  vouchers: 'Vouchers and complimentary tickets',
  'waiting-list': 'Waiting list and returns',
  documents: 'Invoices and credit notes',
  queues: 'Queues',
  gate: 'The gate',
  'box-office': 'The box office',
  sales: 'Sales and reports',
  payouts: 'Payouts and settlements',
  attendees: 'Attendees and messages',
  operations: 'Activity, audit and webhooks',
  pages: 'Pages',
}

/** The texts beside the reference. */
export const docsTexts: DocsText[] = [
  ...menu,
  ...Object.entries(contractPages).map(([page, title]) => ({
    name: `contract/${page}`,
    title,
    file: `docs/contract/${page}.md`,
    parent: 'contract',
  })),
]
