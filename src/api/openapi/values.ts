/**
 * The story of the examples: one festival, its line-up, sales and buyers. Only values that a field cannot have in its
 * own schema are here, since they depend on the record. `test/examples.test.ts` has their rules.
 */
import { ids, usualTime } from './ids.ts'

type Fields = Record<string, unknown>

const [begins, ends] = ['2027-07-01T16:00:00.000Z', '2027-07-04T02:00:00.000Z']
const [admitted, inAWeek] = ['2027-07-01T15:40:00.000Z', '2027-01-27T09:30:00.000Z']
const [opening, closing] = ['2027-01-15T10:00:00.000Z', '2027-06-30T22:00:00.000Z']
const inAYear = '2028-01-20T09:30:00.000Z'

const artist = { id: ids.artist, name: 'Ebb Trio' }
const tier = { id: ids.tier, name: 'Weekend' }
const accommodation = { id: ids.accommodation, name: 'Bell tent' }
const offer = { valid_since: '2027-07-01T12:00:00.000Z', valid_until: ends }
const always = { valid_since: null, valid_until: null }
const manager = { id: ids.manager, firstName: 'Bo', lastName: 'Quay' }
const email = 'bo@harbour.example'
const anArtist = { entity_type: 'artist', entity_id: ids.artist }
const paid = { status: 'succeeded', validated_at: null, validated_by: null }
const change = { id: ids.entry, entity_id: ids.festival }

/** Values of records, by the last noun of `ids` in the name of their schema: a `FestivalGig` is a gig. */
export const byNoun: Record<string, Fields> = {
  festival: { start_time: begins, end_time: ends, venue: 'Harbour Park', country: 'Denmark' },
  gig: { start_time: '2027-07-01T18:00:00.000Z', end_time: '2027-07-01T19:30:00.000Z' },
  tier: { ...offer, start_time: opening, end_time: closing },
  accommodation: { check_in: offer.valid_since, check_out: '2027-07-04T10:00:00.000Z', price: 120 },
  subscription: { price: 30 },
  payment: paid,
  order: { ...paid, expires_at: null },
  refund: { kept_amount: 0, refused: null, refused_at: null },
  transfer: { email, expires_at: inAWeek, ended_at: null, outcome: null },
  invitation: {
    email,
    expires_at: inAWeek,
    ended_at: null,
    festival: null,
    festival_id: null,
    right: null,
  },
  manager: { ...manager, email },
  interest: anArtist,
  challenge: { points: 50, starts_at: begins, ends_at: ends },
  voucher: {
    starts_at: opening,
    ends_at: '2027-03-01T00:00:00.000Z',
    ended_at: null,
    sale_starts_at: opening,
    sale_ends_at: closing,
  },
  device: { made_by: manager, last_seen_at: admitted, expires_at: '2027-07-11T02:00:00.000Z' },
}

/** Values of one schema, or of an object by the name of the field that has it. */
export const byOwner: Record<string, Fields> = {
  location: { coordinates: [12.08, 55.62] },
  FestivalGig: { artist },
  NewGig: { artist: { id: ids.artist } },
  EventArtist: { start_times: ['2027-07-01T18:00:00.000Z'] },
  ListFestivalArtistsAnswer: {
    artists: [{ ...artist, headliner: true, billing: 1, billing_text: null }],
  },
  LineUpEventData: { added: [ids.artist], moved: [], removed: [] },
  MergeArtistBody: { into: ids.artist },
  PaidItem: { ...tier, ...offer },
  ManifestOffer: { ...tier, ...offer },
  Manifest: {
    accommodations: [{ ...accommodation, ...always, admission: 'once', zones: ['main'] }],
  },
  AccommodationSales: accommodation,
  TierSales: tier,
  Sales: { accommodations: [] },
  EditionSales: { starts_at: begins },
  Payment: { cancelable: { until: '2027-06-17T16:00:00.000Z', percent: 80, amount: 71.6 } },
  Complimentary: { id: ids.order },
  OrderRefund: { id: ids.order },
  EventTransferredTicket: { from_id: ids.manager },
  HeldTicket: { validated_at: null, transfer_id: null },
  FoundTicket: { validated_at: null },
  GetCancellationAnswer: { cancelled_at: usualTime },
  ValidatePaymentAnswer: { validated_at: admitted, validated_by: ids.manager },
  Buyer: { id: ids.user },
  profile: { id: ids.user },
  CurrentMembership: { id: ids.subscription, ends_at: inAYear },
  sessions: { expires_at: inAYear },
  PersonSession: { expires_at: inAYear },
  Person: manager,
  GateStaff: { ...manager, email },
  OrganizerMember: { ...manager, email },
  AddGateStaffBody: { email },
  AddOrganizerManagerBody: { email },
  InviteToRightBody: { email },
  OfferTicketBody: { email },
  FollowBody: anArtist,
  RecordEventBody: anArtist,
  reward_events: anArtist,
  PersonFollow: anArtist,
  RecordEventAnswer: { badges_progressed: [ids.badge] },
  Notification: {
    type: 'artist.announced',
    data: { festival_id: ids.festival, artist_ids: [ids.artist] },
  },
  notifications: { data: { payment_id: ids.payment } },
  PersonNotice: { id: ids.notification },
  PersonClaim: { challenge: { id: ids.challenge, name: 'Sunrise swim' } },
  challenge_claims: { claimed_at: admitted },
  Benefit: { description: 'The shorter queue at the entrance' },
  LevelBenefit: { description: 'The shorter queue at the entrance' },
  Challenge: { description: 'Swim in the lake before seven' },
  waiting_list: { id: ids.entry },
  point_entries: { id: ids.entry },
  timeline: { reason: null },
  payments: { refunded_amount: 0, kept_amount: 0 },
  Availability: { next_release_at: null },
  WebhookMessage: { id: ids.event },
  scans: { id: ids.entry },
  Admission: { at: admitted, by: null },
  first: { at: admitted },
  ScanResult: { tier, result: 'already_validated', code: 'already_validated', validated_by: null },
  Clash: { tier, code: 'already_validated', received_at: '2027-07-01T18:30:00.000Z' },
  AuditEntry: change,
  AuditActor: { device_id: null },
  changes: change,
  changes_of_account: { ...change, action: 'user.set_permissions' },
  Activity: {
    id: `1800437400000-p-${ids.payment}-2`,
    festival: { id: ids.festival, name: 'Harbour Nights 2027' },
  },
  ClientSecret: { ends_at: null },
  Webhook: { missed: null },
}

/** Values of fields by name, wherever no other is known. */
export const byName: Fields = {
  ticket_id: ids.tier,
  entity_id: ids.tier,
  entity_ids: [ids.tier],
  payment_ids: [ids.payment],
  artist_ids: [ids.artist],
  by: ids.user,
  validated_by: ids.manager,
  previous_edition_id: null,
  cancelled_at: null,
  cancelled_reason: null,
  failure: null,
  validated_at: admitted,
  scanned_at: admitted,
  received_at: admitted,
  revoked_at: null,
  suspended_at: null,
  wait_until: null,
  failing_since: null,
  old_secret_ends_at: null,
  last_error: null,
  next_attempt_at: null,
  next_before: null,
}
