/**
 * The values of all examples. They describe one festival: its line-up, sales and buyers. A field that is not named
 * here has the example of its schema. `test/examples.test.ts` has their rules.
 */
import { ids, usualTime } from './ids.ts'
import { ofPeople } from './person-values.ts'
import { ofVouchers } from './voucher-values.ts'

const [begins, ends] = ['2027-07-01T16:00:00.000Z', '2027-07-04T02:00:00.000Z']
const [admitted, inAWeek] = ['2027-07-01T15:40:00.000Z', '2027-01-27T09:30:00.000Z']

const festival = { id: ids.festival, name: 'Harbour Nights 2027' }
const organizer = { id: ids.organizer, name: 'Harbour Nights' }
const artist = { id: ids.artist, name: 'Ebb Trio' }
const place = { id: ids.place, name: 'Orange Stage' }
const tier = { id: ids.tier, name: 'Weekend' }
const accommodation = { id: ids.accommodation, name: 'Bell tent' }
const always = { valid_since: null, valid_until: null }
const stay = { ...accommodation, ...always, admission: 'once', zones: ['main'] }
const gig = {
  id: ids.gig,
  artist_id: ids.artist,
  start_time: '2027-07-01T18:00:00.000Z',
  end_time: '2027-07-01T19:30:00.000Z',
}
const offer = { valid_since: '2027-07-01T12:00:00.000Z', valid_until: ends }
const sale = { start_time: '2027-01-15T10:00:00.000Z', end_time: '2027-06-30T22:00:00.000Z' }
const where = { lat: 55.62, lng: 12.08 }
const addressOf = (file: string) =>
  `https://festival.example/payments/${ids.payment}/${file}?signature=1830384000.4fQ1s0PqJmUe`
const payment = {
  id: ids.payment,
  status: 'succeeded',
  entity_id: ids.tier,
  failure: null,
  needs_review: null,
  validated_at: null,
  validated_by: null,
  refunded_amount: 0,
  kept_amount: 0,
  cancelable: { until: '2027-06-17T16:00:00.000Z', percent: 80, amount: 71.6 },
  qr_code_url: addressOf('qr.svg'),
  ticket_pdf_url: addressOf('ticket.pdf'),
  client_secret: null,
}
const person = { id: ids.user, firstName: 'Ada', lastName: 'Marsh' }
const manager = { id: ids.manager, firstName: 'Bo', lastName: 'Quay', email: 'bo@harbour.example' }
const webhook = { id: ids.webhook, missed: null, failing_since: null, old_secret_ends_at: null }
const challenge = {
  id: ids.challenge,
  points: 50,
  description: 'Swim in the lake before seven',
  starts_at: begins,
  ends_at: ends,
}
const delivery = {
  id: ids.delivery,
  event_id: ids.event,
  status: 'delivered',
  finished_at: usualTime,
  last_error: null,
  next_attempt_at: null,
}
const device = {
  id: ids.device,
  made_by: { id: manager.id, firstName: manager.firstName, lastName: manager.lastName },
  last_seen_at: admitted,
  expires_at: '2027-07-11T02:00:00.000Z',
}
const fastLane = { id: ids.benefit, description: 'The shorter queue at the entrance' }
const invited = { id: ids.invitation, email: manager.email, expires_at: inAWeek }
const aLook = { entity_type: 'artist', entity_id: ids.artist }

/** Values by the schema or field that contains them; several names are separated by spaces. */
export const byOwner: [owners: string, fields: Record<string, unknown>][] = [
  [
    `Festival MapFestival FeedFestival ManagedFestival GigFestival FoundFestival TimetableFestival
     ManifestFestival EventFestival WaitingFestival PaidFestival CreateFestivalBody UpdateFestivalBody`,
    {
      ...festival,
      start_time: begins,
      end_time: ends,
      venue: 'Harbour Park',
      country: 'Denmark',
      cancelled_at: null,
      cancelled_reason: null,
    },
  ],
  ['ManagedFestival', { gigs: 1, sold: 20, quantity: 500 }],
  ['FestivalTotals', { gigs: 1, artists: 1, places: 1, tickets: 1 }],
  ['Coordinates', { ...where }],
  ['location', { coordinates: [where.lng, where.lat] }],
  ['Place GigPlace NewPlace', place],
  ['FestivalGig', { ...gig, artist }],
  ['NewGig', { ...gig, artist: { id: ids.artist } }],
  ['Gig FeedGig TimetableGig', gig],
  ['Artist GigArtist FoundArtist ArtistCard artists', artist],
  ['FestivalFollows', { artist_ids: [ids.artist] }],
  ['EventArtist', { id: ids.artist, start_times: [gig.start_time] }],
  ['ListFestivalArtistsAnswer', { artists: [{ ...artist, headliner: true, billing: 1 }] }],
  ['LineUpEventData', { added: [ids.artist], moved: [], removed: [] }],
  ['MergeArtistBody', { into: ids.artist }],
  ['ChartEntry', { gig_count: 1 }],
  ['Genre', { id: ids.genre }],
  ['PaidItem', { ...tier, ...offer }],
  ['Tier NewTier', { ...tier, ...sale, ...offer }],
  ['ManifestOffer', { ...tier, ...offer }],
  ['Manifest', { accommodations: [stay] }],
  ['Lease LeaseStockAnswer WriteOffLeaseAnswer', { ...tier, id: ids.lease, entity_id: ids.tier }],
  ['Availability', { remaining: 477, next_release_at: null }],
  [
    'Accommodation CreateAccommodationBody UpdateAccommodationBody',
    {
      ...accommodation,
      price: 120,
      quantity: 40,
      remaining: 28,
      check_in: offer.valid_since,
      check_out: '2027-07-04T10:00:00.000Z',
    },
  ],
  ['AccommodationSales', accommodation],
  ['TierSales', tier],
  ['Sales', { accommodations: [] }],
  ['EditionSales', { starts_at: begins }],
  ['SalesDay DaySales', { date: '2027-01-20' }],
  ['Pagination', { total: 1, totalPages: 1, hasMore: false }],
  ['TimetableDay dates', { date: '2027-07-01', gigs: 1 }],
  ['Payment SoldPayment EventPayment payments', payment],
  ['Order EventOrder OrderRefund', { ...payment, id: ids.order, expires_at: null }],
  [
    'CreatePaymentBody OrderItem EventTicket EventTransferredTicket',
    { entity_id: ids.tier, validated_at: admitted },
  ],
  ['PaymentEvent timeline', { type: 'succeeded', status: 'succeeded', reason: null, by: ids.user }],
  [
    'EventRefund EventFailedRefund refunds',
    { id: ids.refund, kept_amount: 0, refused: null, refused_at: null, done_at: usualTime },
  ],
  ['requested_refunds', { id: ids.refund }],
  ['EventTransferredTicket', { from_id: ids.manager, transferred_at: usualTime }],
  [
    'Transfer ExportTransfer',
    { id: ids.transfer, email: manager.email, expires_at: inAWeek, ended_at: null, outcome: null },
  ],
  ['WaitingEntry EventWaitingEntry waiting_list', { id: ids.entry, entity_id: ids.tier }],
  ['JoinWaitingListBody TierWaiting', { entity_id: ids.tier }],
  ['HeldTicket FoundTicket', { payment_id: ids.payment, validated_at: null }],
  ['OfferTicketBody', { email: manager.email }],
  ['ValidatePaymentAnswer', { id: ids.payment, validated_at: admitted, validated_by: ids.manager }],
  ['ticket', { validated_at: admitted, validated_by: ids.manager, revoked_at: null }],
  ['scans', { id: ids.entry, scanned_at: admitted, received_at: admitted }],
  ['PreviewRefundAnswer', { amount: 89.5, kept_amount: 0, points_taken_back: 89 }],
  ['GetCancellationAnswer', { cancelled_at: usualTime, payments: 20, waiting: 5, refunding: 5 }],
  ['GetCancellationAnswer', { refunded: 10, refunded_amount: 895 }],
  ['GetCancellationAnswer', { due_payments: 0, due_amount: 0 }],
  ['User ListedUser UserRights Account CurrentUser Buyer profile', person],
  ['profile', { suspended_at: null, last_sign_in_at: usualTime }],
  ['CreateUserBody UpdateUserBody AcceptInvitationBody', { firstName: 'Ada', lastName: 'Marsh' }],
  ['Manager GateStaff Person', manager],
  ['CurrentMembership', { id: ids.subscription, ends_at: '2028-01-20T09:30:00.000Z' }],
  ['Organizer NamedOrganizer ManagedOrganizer CreateOrganizerBody', organizer],
  ['UpdateOrganizerBody', { id: ids.organizer }],
  ['ManagedOrganizer', { festivals: 1 }],
  ['Named', festival],
  ['Invitation', { ...invited, festival: null, right: null }],
  ['invitations', { ...invited, festival_id: null, right: null, ended_at: null }],
  ['AddOrganizerManagerBody AddGateStaffBody InviteToRightBody', { email: manager.email }],
  ['Followed', artist],
  ['Interest interests FollowBody', { id: ids.interest, ...aLook }],
  [
    'Subscription CreateSubscriptionBody UpdateSubscriptionBody',
    { id: ids.subscription, price: 30 },
  ],
  ['memberships', { duration: 12 }],
  [
    'Notification',
    {
      id: ids.notification,
      type: 'artist.announced',
      title: 'Ebb Trio play at Harbour Nights 2027',
      message: 'Added to the line-up: 1 July 2027 at 18:00 CEST.',
      data: { festival_id: ids.festival, artist_ids: [ids.artist] },
    },
  ],
  ['notifications', { id: ids.notification, data: { payment_id: ids.payment } }],
  ['ReadNotificationAnswer', { id: ids.notification }],
  ['Badge BadgeRule BadgeCount BadgeUptake', { id: ids.badge }],
  ['ChallengeUptake', { id: ids.challenge }],
  ['Benefit LevelBenefit benefits', fastLane],
  ['RecordEventBody reward_events', { id: ids.event, ...aLook }],
  ['RecordEventAnswer', { badges_progressed: [ids.badge] }],
  ['point_entries', { id: ids.entry, source: `payment:${ids.payment}` }],
  ['Challenge CreateChallengeBody UpdateChallengeBody CreateChallengeAnswer', challenge],
  ['challenge_claims', { name: 'Sunrise swim', claimed_at: admitted }],
  ['wrong_codes', { wait_until: null }],
  ...ofVouchers,
  ...ofPeople,
  ['GateDevice AddGateDeviceAnswer', device],
  ['gate_devices', { id: ids.device }],
  ['Admission first', { at: admitted }],
  ['Admission', { by: null }],
  [
    'ScanResult',
    {
      tier,
      result: 'already_validated',
      code: 'already_validated',
      validated_at: admitted,
      validated_by: null,
    },
  ],
  ['NewScan', { scanned_at: admitted }],
  ['ManifestTicket', { validated_at: admitted }],
  [
    'Clash',
    { id: ids.clash, tier, code: 'already_validated', received_at: '2027-07-01T18:30:00.000Z' },
  ],
  ['again', { at: '2027-07-01T16:10:00.000Z' }],
  ['ClientSecret', { ends_at: null }],
  ['AuditEntry', { id: ids.entry, entity_id: ids.festival }],
  ['AuditActor', { client_id: ids.client, device_id: null }],
  ['Activity', { id: `1800437400000-p-${ids.payment}-2`, festival }],
  ['ListActivityAnswer', { next_before: null }],
  ['CaughtMail', { id: ids.mail }],
  ['Webhook WebhookWithSecret', webhook],
  ['WebhookDelivery WebhookDeliveryDetail', delivery],
  ['WebhookAttempt', { number: 1, answer: '' }],
]

/** Values of fields by name, for all other schemas. */
export const byName: Record<string, unknown> = {
  festival_id: ids.festival,
  organizer_id: ids.organizer,
  previous_edition_id: null,
  artist_id: ids.artist,
  place_id: ids.place,
  ticket_id: ids.tier,
  payment_id: ids.payment,
  order_id: ids.order,
  payment_ids: [ids.payment],
  user_id: ids.user,
  webhook_id: ids.webhook,
  badge_id: ids.badge,
  challenge_id: ids.challenge,
  subscription_id: ids.subscription,
  accommodation_id: ids.accommodation,
  event_id: ids.event,
  next_before: null,
}
