/** The modules of the application, layer by layer. */

import { favourites } from '#audience/favourites'
import { interests } from '#audience/interests'
import { merges } from '#audience/merges'
import { rewards } from '#audience/rewards'
import { accommodations } from '#catalogue/accommodations'
import { artists } from '#catalogue/artists'
import { calendars } from '#catalogue/calendars'
import { editions } from '#catalogue/editions'
import { festivals } from '#catalogue/festivals'
import { gigs } from '#catalogue/gigs'
import { lineups } from '#catalogue/lineups'
import { members, organizers, sellers } from '#catalogue/organizers'
import { search } from '#catalogue/search'
import { attendees } from '#entrance/attendees'
import { boxOffice } from '#entrance/box-office'
import { gate } from '#entrance/gate'
import { auth } from '#identity/auth'
import { clients } from '#identity/clients'
import { passkeys } from '#identity/passkeys'
import { users } from '#identity/users'
import { mail } from '#messaging/mail'
import { notifications } from '#messaging/notifications'
import { push } from '#messaging/push'
import { activity } from '#office/activity'
import { audit } from '#office/audit'
import { messages } from '#office/messages'
import { payouts } from '#office/payouts'
import { sales } from '#office/sales'
import { sandbox } from '#office/sandbox'
import { settlements } from '#office/settlements'
import { webhooks } from '#office/webhooks'
import { guests } from '#people/guests'
import { invitations } from '#people/invitations'
import { me } from '#people/me'
import { people } from '#people/people'
import { bank } from '#shop/bank'
import { documents } from '#shop/documents'
import { payments } from '#shop/payments'
import { queue } from '#shop/queue'
import { returns } from '#shop/returns'
import { subscriptions } from '#shop/subscriptions'
import { tickets } from '#shop/tickets'
import { transfers } from '#shop/transfers'
import { vouchers } from '#shop/vouchers'
import { waiting } from '#shop/waiting'
import { pages } from '#web'

export const modules = [
  clients,
  users,
  artists,
  organizers,
  sellers,
  members,
  gigs,
  search,
  interests,
  notifications,
  auth,
  festivals,
  accommodations,
  lineups,
  subscriptions,
  rewards,
  favourites,
  calendars,
  passkeys,
  tickets,
  returns,
  vouchers,
  waiting,
  queue,
  payments,
  bank,
  documents,
  transfers,
  gate,
  boxOffice,
  sales,
  payouts,
  settlements,
  attendees,
  messages,
  audit,
  activity,
  mail,
  push,
  webhooks,
  me,
  merges,
  editions,
  invitations,
  guests,
  people,
  sandbox,
  pages,
]
