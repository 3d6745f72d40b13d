/** The chapters of the API reference, in the order in which one needs them. */
const chapters: [name: string, title: string, description: string][] = [
  ['auth', 'Signing in', 'Tokens for clients and users, and forgotten passwords'],
  ['users', 'Users', 'Accounts, what they may do, and what is theirs'],
  ['invitations', 'Invitations', 'Rights that are offered to an e-mail'],
  ['festivals', 'Festivals', 'Line-ups, places, tickets, timetables and sales'],
  ['artists', 'Artists', 'Who plays'],
  ['genres', 'Genres', 'What they play'],
  ['gigs', 'Gigs', 'Who plays where and when, and who plays most'],
  ['organizers', 'Organizers', 'Who runs festivals, and who manages them'],
  ['search', 'Search', 'Artists, festivals and genres by a word'],
  ['accommodations', 'Accommodations', 'Places to sleep at a festival'],
  ['subscriptions', 'Subscriptions', 'Membership plans'],
  ['payments', 'Payments', 'Buying, tickets, refunds and validation'],
  ['orders', 'Orders', 'Several things that are charged at once'],
  ['tickets', 'Tickets', 'The tickets that a user holds'],
  ['transfers', 'Transfers', 'Handing tickets on'],
  ['gate', 'Gate', 'Letting people in, with a network and without'],
  ['interest', 'Interests', 'What a user follows'],
  ['notifications', 'Notifications', 'What a user is told, and the stream of it'],
  ['rewards', 'Rewards', 'Events, points, badges, levels and challenges'],
  ['activity', 'Activity', 'What happens, as it happens'],
  ['clients', 'Clients', 'Applications that may call the API'],
  ['webhooks', 'Webhooks', 'Applications that hear of what happens'],
  ['audit', 'Audit', 'Who changed what, and when'],
  ['mail', 'Mail', 'Caught while developing'],
  ['health', 'Health', 'Whether the service lives and is ready'],
]

export const tags = chapters.map(([name, title, description]) => ({
  name,
  description,
  'x-displayName': title,
}))
