// Printed from the API by `npm run client:types`. Do not edit.

/** The codes of all errors (docs/contract, section 1.2). A later version may add some. */
export type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'second_factor_required'
  | 'declined'
  | 'forbidden'
  | 'missing_scope'
  | 'missing_permission'
  | 'publishable_client'
  | 'origin_not_allowed'
  | 'scope_not_held'
  | 'sign_in_again'
  | 'confirm_identity'
  | 'own_payment'
  | 'has_payments'
  | 'suspended'
  | 'organizer_not_approved'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'conflict'
  | 'exists'
  | 'payouts_not_read'
  | 'lineup_changed'
  | 'in_use'
  | 'in_progress'
  | 'idempotency_key_reused'
  | 'email_taken'
  | 'email_not_proven'
  | 'already_confirmed'
  | 'needs_account'
  | 'has_account'
  | 'needed'
  | 'last_admin'
  | 'built_in'
  | 'no_secret'
  | 'taken'
  | 'has_festivals'
  | 'merged'
  | 'too_many'
  | 'last_manager'
  | 'other_account'
  | 'below_sold'
  | 'not_configured'
  | 'over'
  | 'message_sent'
  | 'no_recipients'
  | 'draft'
  | 'has_sales'
  | 'below_used'
  | 'sold_out'
  | 'shift_closed'
  | 'sale_open'
  | 'lease_open'
  | 'till_limit'
  | 'printer_unavailable'
  | 'tendered_too_little'
  | 'already_waiting'
  | 'available'
  | 'not_offered'
  | 'offer_used'
  | 'offer_ended'
  | 'queue_not_open'
  | 'queue_open'
  | 'queue_first'
  | 'queue_drawn'
  | 'group_full'
  | 'has_group'
  | 'not_your_turn'
  | 'not_on_sale'
  | 'price_changed'
  | 'not_enough_points'
  | 'not_passed'
  | 'undo_over'
  | 'passed_since'
  | 'limit'
  | 'transfer_unavailable'
  | 'too_many_waiting'
  | 'too_many_charging'
  | 'voucher_unknown'
  | 'voucher_other_festival'
  | 'voucher_used_up'
  | 'voucher_not_started'
  | 'voucher_ended'
  | 'voucher_not_applicable'
  | 'voucher_limit'
  | 'too_many_holds'
  | 'month_closed'
  | 'month_not_over'
  | 'month_not_closed'
  | 'no_datev'
  | 'no_xrechnung'
  | 'no_bank_account'
  | 'nothing_to_transfer'
  | 'no_payee_account'
  | 'no_invoice'
  | 'nothing_due'
  | 'no_order'
  | 'already_paid'
  | 'no_account'
  | 'not_incoming'
  | 'not_open'
  | 'not_mailed'
  | 'not_succeeded'
  | 'expired'
  | 'already_refunded'
  | 'amount_too_large'
  | 'disputed'
  | 'not_cancelable'
  | 'cancel_period_over'
  | 'refund_refused'
  | 'not_refused'
  | 'refunded'
  | 'revoked'
  | 'not_a_ticket'
  | 'begun'
  | 'cancelled'
  | 'not_returnable'
  | 'was_free'
  | 'already_returned'
  | 'not_returned'
  | 'being_bought'
  | 'return_gone'
  | 'return_open'
  | 'not_transferable'
  | 'transfer_open'
  | 'transfer_ended'
  | 'transferred'
  | 'wrong_festival'
  | 'name_differs'
  | 'wrong_zone'
  | 'too_early'
  | 'too_late'
  | 'already_validated'
  | 'full'
  | 'code_taken'
  | 'below_claims'
  | 'inactive'
  | 'not_started'
  | 'ended'
  | 'used_up'
  | 'already_claimed'
  | 'disabled'
  | 'bad_signature'
  | 'old_signature'
  | 'too_many_requests'
  | 'too_many_failures'
  | 'too_many_wrong_codes'
  | 'too_many_held'
  | 'too_many_unpaid'
  | 'too_many_events'
  | 'too_many_mails'
  | 'too_many_invitations'
  | 'too_many_transfers'
  | 'too_many_pending'
  | 'too_many_streams'
  | 'internal'
  | 'unavailable'
  | 'busy'
  | 'not_ready'
  | 'store_away'
  | 'closed'

/** The rules that fields of the input break. A later version may add some. */
export type FieldCode =
  | 'required'
  | 'type'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_precise'
  | 'too_few'
  | 'too_many'
  | 'not_one_of'
  | 'blank'
  | 'pattern'
  | 'format'
  | 'unknown'
  | 'rule'

export interface AcceptInvitationBody {
  token: string
  firstName?: string | undefined
  lastName?: string | undefined
  password?: string | undefined
  /** Without a user token, where the account has a second factor: a code of it */
  second_factor?: string | undefined
}

export interface Accommodation extends SaleTerms {
  id: string
  festival_id: string
  name: string
  type: string | null
  description: string | null
  /** EUR, at most two decimals */
  price: number
  quantity: number
  /** Neither sold nor held */
  remaining: number
  /** Persons */
  capacity: number | null
  check_in_at: string | null
  check_out_at: string | null
  amenities: string[]
  photo: string | null
  translations?: Translations | undefined
  /** The earlier name of `check_in_at` @deprecated */
  check_in: string | null
  /** The earlier name of `check_out_at` @deprecated */
  check_out: string | null
}

export interface AccommodationDetails extends NewSaleTerms {
  type?: string | null | undefined
  description?: string | null | undefined
  translations?: OfferTranslations | undefined
  /** Persons */
  capacity?: number | null | undefined
  check_in_at?: string | null | undefined
  check_out_at?: string | null | undefined
  amenities?: string[] | undefined
  photo?: string | null | undefined
  /** The earlier name of `check_in_at` @deprecated */
  check_in?: string | null | undefined
  /** The earlier name of `check_out_at` @deprecated */
  check_out?: string | null | undefined
}

export interface AccommodationSales extends SalesTotals {
  accommodation_id: string
  name: string
  /** EUR, at most two decimals */
  price: number
  /** The quantity it is offered with; of what is archived, the last one */
  offered: number
  /** No longer on offer */
  archived: boolean
}

export interface Account extends UserRights {
  created_at: string
  last_sign_in_at: string | null
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
  /** The earlier name of `last_sign_in_at` @deprecated */
  last_sign_in: string | null
}

export interface Activity {
  id: string
  at: string
  type: ActivityType
  festival: Named | null
  /** What was bought, the ticket and its gate, or the festival */
  title: string
  /** EUR, at most two decimals */
  amount: number | null
  /** Of a purchase, EUR that a voucher has taken off its price; else null */
  discount: number | null
  payment_id: string | null
}

export type ActivityType = 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.refund_refused' | 'ticket.admitted' | 'ticket.left' | 'ticket.refused' | 'transfer.offered' | 'transfer.accepted' | 'transfer.declined' | 'transfer.taken_back' | 'festival.published' | 'festival.changed' | 'festival.cancelled' | 'festival.deleted'

export type ActorKind = 'user' | 'device' | 'client' | 'system'

export interface AddGateDeviceAnswer extends GateDevice {
  /** Sent in X-F-Authentication. Shown once and kept nowhere: store it now */
  token: string
}

export interface AddGateDeviceBody {
  name: string
  /** The part of the festival that its gate leads into; left out: `main` */
  zone?: string | undefined
}

export interface AddGateStaffBody {
  email: string
}

export interface AddOrganizerManagerBody {
  email: string
}

export interface AddOrganizerMemberBody {
  email: string
  role: MemberRole
  /** Whether an accountant may refund; false for the others */
  may_refund?: boolean | undefined
}

export interface AddPasskeyBody {
  /** By which its user tells it from others */
  name: string
  credential: { id: string; rawId: string; type: 'public-key'; authenticatorAttachment?: string | null | undefined; clientExtensionResults?: Record<string, unknown> | undefined; response: { clientDataJSON: string; attestationObject: string; authenticatorData?: string | undefined; transports?: string[] | undefined; publicKey?: string | null | undefined; publicKeyAlgorithm?: number | undefined } }
}

export interface Admission {
  at: string
  /** The device's name; null where a person admitted */
  gate: string | null
  /** null where a device admitted */
  by: string | null
}

export type AdmissionRule = 'once' | 'reentry' | 'once_a_day'

export interface AdmitByNameBody {
  payment_id: string
  /** The holder's first and last name, as confirmed with the person */
  name: string
  /** Of this one scan: sent again, the same ticket gets the same answer */
  nonce: string
  direction?: GateDirection | undefined
  /** Answers as otherwise, and changes nothing: to try a device */
  practice?: boolean | undefined
}

export interface Announcer {
  organizer: NamedOrganizer
  /** null: not decided yet; what it announces waits */
  approved: boolean | null
  /** Festivals whose announcement waits for the decision, 20 at most */
  waiting: WaitingFestival[]
}

export interface ApproveOrganizerBody {
  approved: boolean
}

export interface Artist {
  id: string
  name: string
  photo: string | null
  bio: string | null
  music_streaming: string | null
  audio_sharing: string | null
  video_sharing: string | null
  genres: Genre[]
}

export interface ArtistBody extends ArtistDetails {
  name: string
}

export interface ArtistCard {
  id: string
  name: string
  photo: string | null
  genres: Genre[]
}

export interface ArtistDetails {
  photo?: string | null | undefined
  bio?: string | null | undefined
  music_streaming?: string | null | undefined
  audio_sharing?: string | null | undefined
  video_sharing?: string | null | undefined
  /** Names; unknown ones are made. Case does not tell two genres apart */
  genres?: string[] | undefined
}

export interface ArtistsBody {
  artists: ArtistBody[]
}

export interface Attendee {
  /** Of the ticket */
  payment_id: string
  /** The code that people can say and type; null while it does not admit */
  short_code: string | null
  /** The tier, or the accommodation */
  tier: Named | null
  /** Who has the ticket since it was handed on; null: it is the buyer’s */
  holder: Holder | null
  buyer: Buyer
  order_id: string
  /** Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without */
  order_number: string | null
  /** The processor’s id of the charge, as in its payouts; null: none, or not known */
  processor_id: string | null
  bought_at: string
  status: AttendeeStatus
  validated_at: string | null
  /** Whether the latest passage in the zone `main` was in */
  inside: boolean
}

export interface AttendeeMessage {
  id: string
  festival_id: string
  subject: string
  /** Plain text: lines and paragraphs stay, and web addresses become links */
  text: string
  /** Who has this tier or accommodation; null: any */
  entity_id: string | null
  /** Who reads this language, English where none was chosen; null: any */
  language: 'en' | 'de' | 'fr' | 'es' | 'it' | null
  /** Who is in the zone `main` when it is sent, or who is not; null: both. A person with several tickets counts by each */
  inside: boolean | null
  /** Whether it also goes to people who had a message of this festival in the last 24 hours */
  urgent: boolean
  status: AttendeeMessageStatus
  created_at: string
  updated_at: string
  /** When it was told to be sent; null: a draft */
  sent_at: string | null
  /** null until its recipients are fixed, which is when it begins to be sent */
  counts: MessageCounts | null
}

export type AttendeeMessageStatus = 'draft' | 'sending' | 'sent'

export type AttendeeStatus = 'valid' | 'used' | 'refunded' | 'revoked'

export interface AuditActor {
  kind: ActorKind
  user_id: string | null
  client_id: string | null
  /** Of a device at a gate */
  device_id: string | null
}

export interface AuditChange {
  /** null: there was none, or it is not shown */
  from: unknown
  /** null: there is none, or it is not shown */
  to: unknown
}

export interface AuditEntry {
  id: string
  at: string
  actor: AuditActor
  action: string
  entity_type: string
  entity_id: string | null
  /** The name of the record now; null for people, and where there is none */
  entity_name: string | null
  festival_id: string | null
  /** Its name now */
  festival_name: string | null
  organizer_id: string | null
  /** By field; those of a part, such as a ticket tier, as tickets.<id>.price. Long texts are cut */
  changes: Record<string, AuditChange>
}

export interface Availability {
  ticket_id: string
  /** Neither sold nor held, and not to be offered to people who wait for it */
  remaining: number
  /** Being paid for, or offered to people who waited for it */
  held: number
  status: SaleStatus
  next_release_at: string | null
}

export interface Badge {
  id: string
  name: string
  description: string | null
  /** The type of events that it counts */
  event_type: string
  /** Its picture, or one that the service draws */
  icon: string
  progress: BadgeProgress
  unlocked: boolean
}

export interface BadgeCount {
  id: string
  name: string
  /** Accounts that have come a first step */
  started: number
  /** Accounts that have unlocked it */
  earned: number
}

export interface BadgeDetails {
  description?: string | null | undefined
  icon?: string | null | undefined
  entity_type?: 'festival' | 'artist' | 'organizer' | 'genre' | 'gig' | 'place' | 'ticket' | 'accommodation' | 'subscription' | 'user' | null | undefined
}

export interface BadgeProgress {
  current: number
  target: number
  percentage: number
}

export interface BadgeRule {
  id: string
  name: string
  description: string | null
  /** Its picture, or one that the service draws */
  icon: string
  event_type: string
  target: number
  entity_type: 'festival' | 'artist' | 'organizer' | 'genre' | 'gig' | 'place' | 'ticket' | 'accommodation' | 'subscription' | 'user' | null
}

export interface BadgeUptake {
  id: string
  name: string
  /** Accounts that have come a first step */
  started: number
  /** Accounts that have unlocked it */
  earned: number
  /** The days on which there were any, in order */
  days: BadgeUptakeDay[]
}

export interface BadgeUptakeDay {
  /** UTC */
  date: string
  started: number
  earned: number
}

export interface BalanceEntry {
  id: string
  payout: string | null
  kind: BalanceEntryKind
  /** The processor’s own word */
  category: string
  created_at: string
  /** ISO 4217 */
  currency: string
  /** What it adds to the balance, without its fee */
  amount: number
  /** What the processor keeps of it */
  fee: number
  /** `amount` without `fee` */
  net: number
  /** The processor’s id of the charge, refund or dispute */
  source: string | null
  description: string | null
  order_id: string | null
  /** Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without */
  order_number: string | null
  /** false: no order, refund or dispute of ours has this id and this amount */
  known: boolean
}

export type BalanceEntryKind = 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'

export type BankDecision = 'accept' | 'book_on' | 'give_back' | 'dismiss'

export interface BankEntry {
  id: string
  booked_on: string
  /** EUR; negative: it left the account */
  amount: number
  /** EUR that a bank took from it */
  charges: number
  /** The other party */
  name: string | null
  /** Its account */
  iban: string | null
  text: string
  state: BankEntryState
  reason: BankEntryReason
  /** The order that it names, or was booked on */
  order_number: string | null
  /** What that order costs, EUR */
  order_amount: number | null
  decision: BankDecision | null
  decided_at: string | null
  /** The file that it came with */
  statement: string
  imported_at: string
}

export type BankEntryReason = 'paid' | 'refund' | 'refund_returned' | 'unknown' | 'several' | 'batch' | 'too_little' | 'too_much' | 'late' | 'double' | 'reversal' | 'outgoing'

export type BankEntryState = 'booked' | 'open' | 'decided' | 'ignored'

export interface BankFile {
  id: string
  created_at: string
  handed_in_at: string | null
  /** Transfers in it */
  transfers: number
  /** EUR */
  amount: number
  /** Transfers that a statement has shown */
  done: number
  /** Transfers that came back */
  returned: number
}

export interface BankFileContent {
  id: string
  created_at: string
  handed_in_at: string | null
  /** Transfers in it */
  transfers: number
  /** EUR */
  amount: number
  /** Transfers that a statement has shown */
  done: number
  /** Transfers that came back */
  returned: number
  /** pain.001.001.09 */
  content: string
}

export type BankSkipReason = 'not_booked' | 'other_account' | 'other_currency' | 'no_amount'

export interface BankSkipped {
  reason: BankSkipReason
  /** How many */
  entries: number
}

export interface BankStatementResult {
  /** All that the file has */
  entries: number
  /** Imported before */
  known: number
  /** Booked just now */
  booked: number
  /** New ones that need a decision */
  open: number
  /** Other money that left the account */
  ignored: number
  /** Entries of which nothing was stored */
  skipped: BankSkipped[]
}

export interface BankTransfer {
  method: 'transfer'
  holder: string
  iban: string
  bic: string | null
  /** EUR: exactly this, in one transfer */
  amount: number
  /** By ISO 11649, in groups of four: finds the order, blanks do not matter */
  reference: string
  /** Until when the money must have arrived; then what it buys is free again */
  pay_until: string
  /** The text of a QR code that banking applications read (EPC069-12) */
  qr_text: string
}

export interface BankWaiting {
  /** Transfers that no file has yet */
  transfers: number
  /** EUR */
  amount: number
}

export interface BeginQueueRehearsalBody {
  /** How many numbers are given before anyone of the staff takes one */
  entries: number
}

export interface Benefit {
  id: string
  name: string
  description: string | null
  active: boolean
}

export interface BilledArtist {
  id: string
  name: string
  /** On the bill its artist comes first, and large */
  headliner: boolean
  /** The place of its artist on the bill; null: after the others, by name */
  billing: number | null
  /** The act as it is billed; null: by the name of its artist */
  billing_text: string | null
}

export interface BillingChange {
  /** A company, or an authority */
  company?: string | null | undefined
  /** A person: the buyer, or the contact at the company */
  name?: string | null | undefined
  /** Street and number */
  street?: string | null | undefined
  postcode?: string | null | undefined
  city?: string | null | undefined
  /** ISO 3166-1, in capitals */
  country?: string | null | undefined
  /** With the prefix of its country; its check digits are checked, its existence is not */
  vat_id?: string | null | undefined
  /** The number of its order */
  order_reference?: string | null | undefined
  /** Of a German authority; its check digits are checked */
  leitweg_id?: string | null | undefined
}

export interface BillingDetails {
  /** A company, or an authority */
  company: string | null
  /** A person: the buyer, or the contact at the company */
  name: string | null
  /** Street and number */
  street: string | null
  postcode: string | null
  city: string | null
  /** ISO 3166-1, in capitals */
  country: string | null
  /** With the prefix of its country; its check digits are checked, its existence is not */
  vat_id: string | null
  /** The number of its order */
  order_reference: string | null
  /** Of a German authority; its check digits are checked */
  leitweg_id: string | null
}

export interface Buyer {
  id: string
  /** Empty: the account was erased */
  firstName: string
  lastName: string
  /** Bought without an account */
  guest: boolean
  /** The contact e-mail of a guest; null: an account, or forgotten */
  email: string | null
}

export interface CalendarAddress {
  /** null: it has none */
  created_at: string | null
}

export interface CancelFestivalBody {
  /** For holders of a ticket, and shown with the festival as `cancelled_reason` */
  reason?: string | null | undefined
}

export interface Cancelable {
  /** Until when it may be given back */
  until: string
  /** How much comes back, of what was paid and of the points that were spent on it */
  percent: number
  /** EUR that would come back, less what is kept back for points that came with it and are spent */
  amount: number
}

export type CashMovement = 'drop' | 'addition'

export interface CaughtMail {
  id: string
  to: string
  subject: string
  at: string
  text: string
  /** The same as a page; null for a mail of text alone */
  html: string | null
  attachments: MailAttachment[]
}

export interface Challenge {
  id: string
  name: string
  description: string | null
  points: number
  starts_at: string | null
  ends_at: string | null
  max_claims: number | null
  claims: number
  active: boolean
  created_at: string
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export interface ChallengeDetails {
  description?: string | null | undefined
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
  max_claims?: number | null | undefined
  active?: boolean | undefined
}

export interface ChallengeUptake {
  id: string
  name: string
  claims: number
  /** The days on which there were any, in order */
  days: ChallengeUptakeDay[]
}

export interface ChallengeUptakeDay {
  /** UTC */
  date: string
  claims: number
}

export interface ChangeNotificationSettingBody {
  /** Whether it is among the notifications. If not, no browser shows it either */
  notice?: boolean | undefined
  /** Whether browsers show it while no page is open */
  push?: boolean | undefined
  /** Whether it is mailed */
  mail?: boolean | undefined
}

export interface ChangeOrderVoucherBody {
  /** null: without one */
  voucher: string | null
}

export interface ChangePasswordBody {
  currentPassword: string
  newPassword: string
}

export interface ChangeUserPhotoBody {
  photo: string | null | Blob
}

export interface ChartEntry {
  artist: GigArtist
  gig_count: number
}

export interface CheckVoucherQuery {
  /** The code of a voucher; neither case nor dashes matter */
  code: string
}

export interface ChosenColumn {
  name: string
  use: ColumnUse | null
  /** An empty cell repeats the one above */
  repeats: boolean
}

export interface ClaimChallengeAnswer {
  challenge_id: string
  points_awarded: number
  message: string
}

export interface Clash {
  id: string
  /** null: the code was none of our tickets */
  payment_id: string | null
  tier: Named | null
  code: TicketRefusal
  /** The admission that stands */
  first: Admission | null
  again: Admission
  received_at: string
}

export interface Client {
  id: string
  name: string
  /** confidential: a server, with a secret. publishable: pages and apps, which keep no secret; it reads the catalogue and lets users act on their own things */
  kind: 'confidential' | 'publishable'
  scopes: string[]
  /** Of a publishable client: from where pages may call, with https, or http on localhost */
  origins: string[]
  /** Of a publishable client: requests without an Origin header are taken, such as those of apps */
  allow_without_origin: boolean
  suspended: boolean
  created_at: string
  /** Those that work, oldest first; one with ends_at is being replaced */
  secrets: ClientSecret[]
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export interface ClientSecret {
  last_four: string
  created_at: string
  ends_at: string | null
  last_used_at: string | null
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export interface ClientToken {
  token: string
  token_type: string
  /** Life of the token in seconds */
  expires: number
}

export interface ClientWithSecret extends Client {
  /** Shown once and kept nowhere: store it now */
  client_secret: string
}

export interface CloseShiftBody {
  /** EUR. The cash in the drawer, as it was counted */
  counted: number
}

export interface ClosedMonth {
  month: string
  closed_at: string
}

export interface ClosedMonths {
  /** The newest first */
  months: ClosedMonth[]
}

export type ColumnUse = 'artist' | 'place' | 'day' | 'start' | 'end' | 'headliner' | 'billing'

export interface Complimentary {
  /** Of the order */
  id: string
  /** One for each unit, without its ticket */
  payments: Payment[]
}

export interface ConcludeSaleBody {
  result: TerminalResult
  /** Paid in cash after all */
  means?: 'cash' | undefined
  /** EUR. The cash that the buyer handed over, at least what it costs */
  tendered?: number | undefined
  /** Lets the holders in at once */
  admit?: boolean | undefined
}

export interface ConfirmEmailBody {
  token: string
}

export interface ConfirmSecondFactorBody {
  email: string
  password: string
  /** Six digits of the app, counted from the new secret */
  code: string
}

export interface Coordinates {
  lat: number
  lng: number
  location: { type: 'Point'; coordinates: number[] }
}

export interface CorrectGuestEmailBody {
  /** The contact e-mail from now on */
  email: string
}

export interface CountUnreadNotificationsAnswer {
  /** How many are unread; at most 10000 are counted */
  count: number
}

export interface CreateAccommodationBody extends AccommodationDetails {
  festival_id: string
  name: string
  price: number
  quantity: number
}

export interface CreateAttendeeMessageBody {
  subject: string
  /** Plain text: lines and paragraphs stay, and web addresses become links */
  text: string
  /** Who has this tier or accommodation; null: any */
  entity_id?: string | null | undefined
  /** Who reads this language, English where none was chosen; null: any */
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | null | undefined
  /** Who is in the zone `main` when it is sent, or who is not; null: both. A person with several tickets counts by each */
  inside?: boolean | null | undefined
  /** Whether it also goes to people who had a message of this festival in the last 24 hours */
  urgent?: boolean | undefined
}

export interface CreateBadgeBody extends BadgeDetails {
  name: string
  event_type: string
  target: number
}

export interface CreateChallengeAnswer extends Challenge {
  /** Shown once and kept nowhere: hand it out now */
  code: string
}

export interface CreateChallengeBody extends ChallengeDetails {
  name: string
  points: number
  /** At least 10 characters, blanks and dashes apart; left out, one is made that cannot be guessed */
  code?: string | undefined
}

export interface CreateClientBody {
  name: string
  /** confidential: a server, with a secret. publishable: pages and apps, which keep no secret; it reads the catalogue and lets users act on their own things */
  kind?: 'confidential' | 'publishable' | undefined
  scopes?: Scope[] | undefined
  /** Of a publishable client: from where pages may call, with https, or http on localhost */
  origins?: string[] | undefined
  /** Of a publishable client: requests without an Origin header are taken, such as those of apps */
  allow_without_origin?: boolean | undefined
}

export interface CreateFestivalBody extends FestivalDetails {
  name: string
  start_time: string
  end_time: string
  organizer_id: string
}

export interface CreateOrderBody {
  /** Each entity once, at most 20 units in all */
  items: OrderItem[]
  /** The code of a voucher; neither case nor dashes matter */
  voucher?: string | null | undefined
  /** What the buyer was shown: the price less the discount of the voucher, or what is charged */
  amount?: number | null | undefined
  /** A place on a waiting list whose offer is open: what it holds is among the items, at most its quantity */
  offer?: string | null | undefined
  points_to_use?: number | null | undefined
  processor_payment_method_id?: string | null | undefined
  /** Holds it until expires_at, to be paid with POST /orders/:id/pay */
  hold?: boolean | null | undefined
  billing?: BillingChange | null | undefined
}

export interface CreateOrganizerBody {
  id: string
  name: string
  description?: string | null | undefined
  legal_name?: string | null | undefined
  legal_address?: string | null | undefined
  contact_email?: string | null | undefined
  terms_url?: string | null | undefined
  privacy_url?: string | null | undefined
  /** Whether everyone may read the e-mail of this manager */
  show_email?: boolean | undefined
  photo?: string | null | Blob | undefined
}

export interface CreatePaymentBody {
  payment_type: PaymentType
  /** Kept as given */
  entity_type?: string | null | undefined
  /** The id of the ticket tier, the accommodation or the plan */
  entity_id: string
  amount?: number | null | undefined
  pointsToUse?: number | null | undefined
  processorPaymentMethodId?: string | null | undefined
}

export interface CreateSettlementBody {
  /** Of each festival in its own time zone; it has to be over everywhere */
  month: string
}

export interface CreateSubscriptionBody {
  name: string
  description?: string | null | undefined
  price: number
  duration: number
  duration_type: DurationType
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat?: NewVat | null | undefined
  /** The language of its own texts */
  language?: string | null | undefined
  translations?: OfferTranslations | undefined
}

export interface CreateUserBody {
  firstName: string
  lastName: string
  email: string
  password: string
}

export interface CreateVoucherBody extends VoucherSettings {
  /** A word of one’s own; absent or null: a random code that cannot be guessed */
  code?: string | null | undefined
  /** How many random codes it has, each with its own uses */
  codes?: number | undefined
}

export interface CreateWebhookBody extends WebhookSettings {
  /** Takes POST requests. https, at an address of the open internet */
  url: string
}

export interface CreatedClient extends Client {
  /** Shown once and kept nowhere: store it now */
  client_secret: string | null
}

export interface CurrentMembership {
  id: string
  ends_at: string
}

export interface CurrentUser extends User {
  /** The balance, reserved ones included */
  points: number
  level: UserLevel
  badges: Badge[]
  permissions: string[]
  organizer_roles: OrganizerRole[]
  interests: Interest[]
  subscription: CurrentMembership | null
}

export type DayOrder = 'dmy' | 'mdy'

export interface DaySales extends SalesDay {
  currency: string
}

export interface DecideAnnouncerBody {
  approved: boolean
}

export interface DecideBankEntryBody {
  decision: BankDecision
  /** Of `book_on` */
  order_number?: string | null | undefined
}

export interface Document {
  id: string
  /** Without gaps in its series: prefix, year and place */
  number: string
  kind: DocumentKind
  reason: DocumentReason
  /** In the time zone of the seller */
  issued_on: string
  /** EUR, VAT included; never negative */
  amount: number
  /** EUR of VAT in `amount` */
  vat_amount: number
  currency: string
  order_id: string
  /** Of the order, for people */
  order_number: string | null
  /** Number of the document that it names: of the invoice, by a credit note */
  corrects: string | null
  seller: DocumentSeller
  /** Its company or its name, as the document says */
  buyer: string
  issued_at: string
  /** SHA-256 in hexadecimal, of the file as it was issued */
  pdf_sha256: string
  /** SHA-256 in hexadecimal, of the file as it was issued */
  xml_sha256: string
}

export type DocumentKind = 'invoice' | 'credit_note'

export type DocumentReason = 'sale' | 'refund' | 'failed_refund' | 'changed'

export interface DocumentSeller {
  /** Of the organizer; null: the operator */
  id: string | null
  name: string
}

export interface DuplicateFestivalBody {
  name: string
  /** The day on which the new edition begins, in the time zone of the festival: all other times move by as many days */
  start_day: string
}

export type DurationType = 'month' | 'year'

export interface EditionSales {
  festival_id: string
  name: string
  starts_at: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
  /** The earliest first, without days on which nothing was sold */
  days: EditionSalesDay[]
}

export interface EditionSalesDay {
  /** How many days before the one on which it begins, in its time zone; negative afterwards */
  days_to_start: number
  /** Of what is sold now, what was bought until the end of this day */
  sold: number
  /** EUR. Money that was taken until the end of this day */
  revenue: number
}

export interface EnrolledToken {
  token: string
  tokenType: string
  /** Life of the token in seconds */
  expiresIn: number
  headerName: string
  /** Each stands for the app once; they are shown this once */
  recovery_codes: string[]
}

export interface EnterQueueBody {
  work: QueueWork
  /** true: the one that is rehearsed beside it, for managers and admins. Needs the user token */
  rehearsal?: boolean | undefined
}

export type EventSender = 'client' | 'server'

export interface ExportTransfer {
  id: string
  payment_id: string
  email: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
  outcome: string | null
}

export interface ExportUserAnswer {
  exported_at: string
  profile: { id: string; firstName: string; lastName: string; email: string | null; photo: string | null; phone: string | null; address: string | null; city: string | null; country: string | null; language: 'en' | 'de' | 'fr' | 'es' | 'it' | null; email_proven_at: string | null; created_at: string; suspended_at: string | null; last_sign_in_at: string | null }
  roles: Role[]
  permissions: string[]
  points: { balance: number; reserved: number; total_earned: number; owed: number }
  level: UserLevel
  badges: Badge[]
  payments: { id: string; order_id: string; order_number: string | null; processor_id: string | null; status: string; payment_type: string; entity_type: string | null; entity_id: string; festival_id: string | null; price: number; discount: number; voucher: string | null; complimentary: boolean; points_used: number; amount: number; refunded_amount: number; kept_amount: number; failure: string | null; vat: Vat | null; billing: BillingDetails | null; documents: { number: string; kind: string; issued_on: string; amount: number }[]; created_at: string; timeline: { status: string; amount: number | null; reason: string | null; created_at: string }[]; refunds: { id: string; amount: number; kept_amount: number; reason: string | null; created_at: string; done_at: string | null; refused: string | null; refused_at: string | null; by_other_means: boolean }[]; returns: { id: string; created_at: string; ended_at: string | null; outcome: string | null }[]; ticket: { code: string | null; issued_at: string; validated_at: string | null; validated_by: string | null; revoked_at: string | null; scans: { outcome: string; direction: string; scanned_at: string }[] } | null }[]
  memberships: { payment_id: string; subscription_id: string; duration: number; duration_type: string; bought_at: string }[]
  tickets_received: { payment_id: string; festival_id: string; code: string; short_code: string | null; revision: number; issued_at: string; validated_at: string | null; revoked_at: string | null }[]
  transfers_sent: ExportTransfer[]
  transfers_received: ExportTransfer[]
  waiting_list: { id: string; festival_id: string; entity_id: string; quantity: number; status: string; order_id: string | null; created_at: string; offered_at: string | null; expires_at: string | null; ended_at: string | null }[]
  queues: { queue_id: string; number: number; serves: number; salt: string; entered_at: string }[]
  point_entries: { id: string; kind: string; delta: number; shortfall: number; source: string; created_at: string }[]
  reward_events: { id: string; event_type: string; entity_type: string | null; entity_id: string | null; metadata: Record<string, unknown> | null; points: number; reversed: number; counted: boolean; created_at: string }[]
  event_tallies: { event_type: string; entity_type: string | null; events: number }[]
  challenge_claims: { challenge_id: string; name: string; claimed_at: string }[]
  wrong_codes: { failures: number; since: string; wait_until: string | null }[]
  interests: { id: string; entity_type: FollowedType; entity_id: string; created_at: string }[]
  hearts: { gig_id: string; festival_id: string; artist_name: string | null; known_start_at: string | null; keeps_clashes: boolean; created_at: string }[]
  passkeys: { id: string; name: string; created_at: string; last_used_at: string | null }[]
  identity_providers: { issuer: string; subject: string; created_at: string }[]
  second_factor: { enabled_at: string | null; recovery_codes_left: number }[]
  calendar_address: { created_at: string }[]
  notifications: { id: string; type: string; title: string; message: string; data: NotificationData; language: string; read: boolean; created_at: string }[]
  notification_settings: { topic: string; notice: boolean; push: boolean; mail: boolean; changed_at: string }[]
  /** What organizers wrote to the user as the holder of a ticket, until 30 days after the festival */
  messages: { id: string; festival_id: string; subject: string; text: string; state: string; changed_at: string }[]
  undeliverable_emails: { email: string; status: string; noted_at: string }[]
  push_subscriptions: { id: string; service: string; created_at: string }[]
  artists: { id: string; name: string; created_at: string }[]
  manages: { organizer_id: string; created_at: string }[]
  organizer_roles: { organizer_id: string; role: string; may_refund: boolean; created_at: string }[]
  gate_staff: { festival_id: string; created_at: string }[]
  gate_devices: { id: string; festival_id: string; name: string; zone: string; created_at: string }[]
  invitations: { id: string; kind: string; organizer_id: string | null; festival_id: string | null; right: string | null; role: string | null; may_refund: boolean; created_at: string; expires_at: string; ended_at: string | null }[]
  scans: { id: string; festival_id: string; payment_id: string | null; outcome: string; direction: string; zone: string; admitted_offline: boolean; scanned_at: string; received_at: string }[]
  requested_refunds: { id: string; payment_id: string; amount: number; reason: string | null; created_at: string }[]
  changes: { id: string; at: string; action: string; entity_type: string; entity_id: string | null }[]
  changes_of_account: { id: string; at: string; action: string; changes: Record<string, unknown> }[]
  sessions: { created_at: string; expires_at: string }[]
  guests: { id: string; created_at: string; taken_over_at: string }[]
}

export interface FeedAccount {
  id: string
  firstName: string
  lastName: string
  email: string | null
  photo: string | null
  phone: string | null
  address: string | null
  city: string | null
  country: string | null
  language: 'en' | 'de' | 'fr' | 'es' | 'it' | null
  roles: Role[]
  /** When the e-mail was first confirmed; null: it has not been */
  email_proven_at: string | null
  /** The balance, reserved ones included */
  points: number
}

export interface FeedFestival extends MapFestival {
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
  organizer: NamedOrganizer
  /** Whether the user follows the organizer, or an artist who plays */
  followed: boolean
}

export interface FeedGig extends Gig {
  /** Whether the user follows the organizer, or an artist who plays */
  followed: boolean
}

export interface Festival extends MapFestival {
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
  description: string | null
  address: string | null
  city: string | null
  area: string | null
  /** A picture of the site with its places */
  site_plan: string | null
  /** What the plan shows, for people who do not see it */
  site_plan_description: string | null
  organizer: NamedOrganizer
  /** Since when all may see it; null: a draft, which its managers alone see */
  published_at: string | null
  cancelled_at: string | null
  cancelled_reason: string | null
  /** Until when those who bought before the festival was moved to another day may give back in full; null: it was not moved */
  moved_refund_until: string | null
  gigs: FestivalGig[]
  places: Place[]
  tickets: Tier[]
  /** Buyers may give back until so many times 24 hours before it begins; null: they may not */
  refund_until_days: number | null
  /** How much of what was paid comes back to buyers who give back */
  refund_percent: number
  /** How many days an order with its tickets waits for a bank transfer; null: `TRANSFER_DAYS` of the operator */
  transfer_days: number | null
  /** The edition before, for those who may change the festival: there with hidden=true */
  previous_edition_id?: string | null | undefined
  totals?: FestivalTotals | undefined
  /** The language of its own texts */
  language?: string | null | undefined
  translations?: Translations | undefined
  /** With near: kilometres from there, to one decimal */
  distance?: number | undefined
  /** With expand=followed: whether the user follows the organizer, or an artist who plays */
  followed?: boolean | undefined
  follows?: FestivalFollows | undefined
  /** With expand=availability: what is left of each tier, at most a second old */
  availability?: Availability[] | undefined
  /** With expand=artists: who plays the gigs of this answer, each once, by name */
  artists?: ArtistCard[] | undefined
}

export interface FestivalDetails {
  /** The edition before: another festival of its organizer */
  previous_edition_id?: string | null | undefined
  description?: string | null | undefined
  /** The language of its own texts */
  language?: string | null | undefined
  translations?: FestivalTranslations | undefined
  venue?: string | null | undefined
  address?: string | null | undefined
  city?: string | null | undefined
  area?: string | null | undefined
  country?: string | null | undefined
  /** IANA name; a new festival without it has that of its coordinates, or of the middle of its places, else UTC */
  time_zone?: string | undefined
  /** false: a draft, which its managers alone see; a new festival is published without it. What was sold stays published: 409 `has_sales` */
  published?: boolean | undefined
  photo?: string | null | undefined
  site_plan?: string | null | undefined
  site_plan_description?: string | null | undefined
  /** Buyers may give back until so many times 24 hours before it begins; null: they may not */
  refund_until_days?: number | null | undefined
  /** How much of what was paid comes back to buyers who give back */
  refund_percent?: number | undefined
  /** How many days an order with its tickets waits for a bank transfer; null: `TRANSFER_DAYS` of the operator */
  transfer_days?: number | null | undefined
  coordinates?: LatLng | Located | null | undefined
  places?: NewPlace[] | undefined
  gigs?: NewGig[] | undefined
  tickets?: NewTier[] | undefined
}

export interface FestivalFollows {
  organizer: boolean
  artist_ids: string[]
}

export interface FestivalGig {
  id: string
  artist: Named | null
  place_id: string | null
  start_time: string | null
  end_time: string | null
  /** On the bill its artist comes first, and large */
  headliner: boolean
  /** The place of its artist on the bill; null: after the others, by name */
  billing: number | null
  /** The act as it is billed; null: by the name of its artist */
  billing_text: string | null
}

export interface FestivalMap {
  festivals: MapFestival[]
  pagination: Pagination
}

export interface FestivalPage {
  festivals: Festival[]
  pagination: Pagination
}

export interface FestivalTexts {
  description?: string | null | undefined
  site_plan_description?: string | null | undefined
}

export interface FestivalTotals {
  gigs: number
  artists: number
  places: number
  tickets: number
}

export type FestivalTranslations = Record<string, FestivalTexts | null>

export interface FindTicketsAnswer {
  tickets: FoundTicket[]
  /** More were found than the 20 that are listed: ask for more letters */
  truncated: boolean
}

export interface FindTicketsBody {
  /** A short code; or two letters or more of a name, or of the beginning of an e-mail */
  q: string
}

export interface FollowBody {
  entity_type: FollowedType
  entity_id: string
}

export interface Followed {
  id: string
  name: string
  photo: string | null
}

export type FollowedType = 'artist' | 'organizer' | 'genre'

export interface ForgotPasswordBody {
  email: string
}

export interface FoundArtist {
  id: string
  name: string
  photo: string | null
  bio: string | null
  genres: Genre[]
}

export interface FoundFestival {
  id: string
  name: string
  photo: string | null
  description: string | null
  venue: string | null
  city: string | null
  country: string | null
  start_time: string
  end_time: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
}

export interface FoundTicket {
  payment_id: string
  /** For people to say and type; case and dashes do not matter */
  short_code: string | null
  /** The tier, or the accommodation */
  tier: Named | null
  /** Whose it is, to compare with a document */
  holder_name: string
  /** Why it would not admit now; null: it would */
  code: TicketRefusal | null
  validated_at: string | null
}

export interface GateDevice {
  id: string
  name: string
  /** A part of the festival that gates lead into: `main`, or one that its managers name */
  zone: string
  created_at: string
  last_seen_at: string | null
  /** When its token ends, a week after the festival at the latest; null: it has ended with the client it came through */
  expires_at: string | null
  made_by: Person | null
  /** Who answers for it may not manage this gate any more: it admits again once taken over */
  needs_manager: boolean
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export type GateDirection = 'in' | 'out'

export interface GateStaff {
  id: string
  firstName: string
  lastName: string
  email: string | null
}

export interface Genre {
  id: string
  name: string
}

export interface GetAccommodationQuery {
  /** What the answer has beside, separated by commas. translations: its texts in other languages */
  expand?: 'translations'[] | undefined
}

export interface GetAllPaymentsCsvQuery {
  /** One of pending, requires_action, succeeded, failed, expired, refunding, refunded, partially_refunded; any other finds nothing */
  status?: string | undefined
  /** One of ticket, accommodation, subscription; any other finds nothing */
  type?: string | undefined
  /** The id of a payment or an order, the number of an order, the processor’s id of a charge, the text or the short code of a ticket, or the e-mail of a buyer, each in full; or parts of the name of a buyer, in any order, two letters at least */
  q?: string | undefined
  /** Bought from then on */
  from?: string | undefined
  /** Bought before then */
  to?: string | undefined
  /** What it cost, EUR */
  amount?: number | undefined
  /** Of one festival */
  festival?: string | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetAttendeesCsvQuery {
  /** The short code of a ticket, the id of its payment or its order, or the e-mail of its buyer or its holder, each in full; or parts of the name of either, in any order, two letters at least */
  q?: string | undefined
  /** Of one tier, or of one accommodation */
  tier?: string | undefined
  /** One of valid, used, refunded, revoked; any other finds nothing */
  status?: string | undefined
  /** Who is in the zone `main` now, or who is not */
  inside?: boolean | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetCalendarQuery {
  /** The language in which its texts are wanted; its own where there is none */
  language?: string | undefined
  /** False: the festival alone, as one entry */
  timetable?: boolean | undefined
  /** Only these gigs, without the festival itself, ids separated by commas; unknown ones are left out */
  gigs?: string[] | undefined
}

export interface GetCancellationAnswer {
  cancelled_at: string | null
  /** To be given back, or given back */
  payments: number
  waiting: number
  refunding: number
  refunded: number
  /** The processor refused a refund of theirs: staff have to look */
  needs_review: number
  /** EUR */
  refunded_amount: number
  /** Paid and not yet given back: what cancelling the festival refunds */
  due_payments: number
  /** EUR that is left of those payments */
  due_amount: number
}

export interface GetChartAnswer {
  artists: ChartEntry[]
}

export interface GetChartQuery {
  /** At most 200; more is capped */
  limit?: number | undefined
}

export interface GetDatevQuery {
  /** One that is closed */
  month: string
}

export interface GetDayAnswer extends Timetable {
  /** All days there are, and how many gigs each has */
  dates: { date: string | null; gigs: number }[]
  pagination: Pagination
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
}

export interface GetDayQuery {
  /** A day; `now`: today if anything is on, else the first day; `none`: what is still to be announced */
  date?: string | undefined
  /** The page, from 1 */
  page?: number | undefined
  /** At most 300; more is capped */
  limit?: number | undefined
  /** `next_after` of the answer before */
  after?: string | undefined
}

export interface GetDaySalesQuery {
  /** The day, of each festival in its own time zone; when it is left out, today there */
  date?: string | undefined
}

export interface GetDocumentXmlQuery {
  /** Profile of the XML */
  profile?: 'en16931' | 'xrechnung' | undefined
}

export interface GetFeedAnswer {
  festivals: FeedFestival[]
  festivalsPagination: Pagination
  gigs: FeedGig[]
  gigsPagination: Pagination
  me?: FeedAccount | undefined
  /** With expand=unread: how many notifications are unread; at most 10,000 are counted */
  unread_count?: number | undefined
}

export interface GetFeedQuery {
  /** The page, from 1 */
  festivals_page?: number | undefined
  /** At most 100; more is capped */
  festivals_limit?: number | undefined
  /** current: those that are running, and then the upcoming ones */
  festivals_time?: 'upcoming' | 'running' | 'current' | undefined
  /** The page, from 1 */
  gigs_page?: number | undefined
  /** At most 100; more is capped */
  gigs_limit?: number | undefined
  /** What the answer has beside, separated by commas. me: the account and its points. unread: how many notifications are unread */
  expand?: ('me' | 'unread')[] | undefined
}

export interface GetFestivalDocumentsCsvQuery {
  /** The beginning of a number, the number of an order, or a part of the name, the company or the e-mail of a buyer */
  q?: string | undefined
  /** Of the day of issue */
  month?: string | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetFestivalDocumentsZipQuery {
  /** The beginning of a number, the number of an order, or a part of the name, the company or the e-mail of a buyer */
  q?: string | undefined
  /** Of the day of issue */
  month?: string | undefined
}

export interface GetFestivalPaymentsCsvQuery {
  /** One of pending, requires_action, succeeded, failed, expired, refunding, refunded, partially_refunded; any other finds nothing */
  status?: string | undefined
  /** One of ticket, accommodation, subscription; any other finds nothing */
  type?: string | undefined
  /** The id of a payment or an order, the number of an order, the processor’s id of a charge, the text or the short code of a ticket, or the e-mail of a buyer, each in full; or parts of the name of a buyer, in any order, two letters at least */
  q?: string | undefined
  /** Bought from then on */
  from?: string | undefined
  /** Bought before then */
  to?: string | undefined
  /** What it cost, EUR */
  amount?: number | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetFestivalQuery {
  /** What the answer has beside, separated by commas. followed: whether the signed-in user follows it, which needs the user token. availability: what is left of its tickets. artists: who plays, with picture and genres. translations: texts in other languages */
  expand?: ('followed' | 'availability' | 'artists' | 'translations')[] | undefined
  /** true: hidden tiers and accommodations too, at festivals that the user may change. Needs the user token */
  hidden?: boolean | undefined
}

export interface GetFestivalSummaryQuery {
  /** At most so many gigs, places and tickets, the first ones; more than 100 is capped */
  nested?: number | undefined
  /** What the answer has beside, separated by commas. followed: whether the signed-in user follows it, which needs the user token. availability: what is left of its tickets. artists: who plays, with picture and genres. translations: texts in other languages */
  expand?: ('followed' | 'availability' | 'artists' | 'translations')[] | undefined
}

export interface GetGateManifestQuery {
  /** The cursor of the answer before; absent: from the beginning */
  since?: number | undefined
  /** At most 5000; more is capped */
  limit?: number | undefined
}

export interface GetInsideHistoryQuery {
  /** From 2000-01-01 to 9999-12-30; left out: today. Days are from 06:00 to 06:00 in the time zone of the festival */
  date?: string | undefined
  /** Minutes from one count to the next */
  step?: 5 | 15 | undefined
}

export interface GetOperatorDatevQuery {
  /** One that is closed */
  month: string
}

export interface GetPaymentConfigAnswer {
  processor: { name: 'simulated' | 'stripe'; publicKey: string; enabled: boolean }
  /** The methods by which buyers may pay online, the first of which is the usual one */
  methods: OnlineMethodTerms[]
  currency: string
  /** For which wallets a ticket has links; empty: for none */
  wallets: Wallet[]
  /** The settings without which the pages of the service sell nothing for real money; empty: none */
  shop_lacks: ShopLack[]
}

export interface GetPayoutEntriesCsvQuery {
  /** Those of a payout; `none`: those in none */
  payout?: string | undefined
  /** true: only those that are in no order of ours */
  unknown?: boolean | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetPayoutSyncAnswer {
  /** Empty: none has been read */
  processors: PayoutSync[]
}

export interface GetPointsAnswer {
  balance: number
  total_earned: number
  total_spent: number
}

export interface GetPrintDataQuery {
  /** The sale whose tickets are printed. Absent: a test page */
  sale_id?: string | undefined
  /** Absent: 80mm */
  paper?: '80mm' | '58mm' | undefined
  /** The commands that the printer knows. Absent: escpos */
  language?: 'escpos' | 'star' | 'starprnt' | undefined
}

export interface GetQueueChallengeQuery {
  /** true: the one that is rehearsed beside it, for managers and admins. Needs the user token */
  rehearsal?: boolean | undefined
}

export interface GetQueuePlaceQuery {
  /** true: the one that is rehearsed beside it, for managers and admins. Needs the user token */
  rehearsal?: boolean | undefined
}

export interface GetQueueProofQuery {
  /** true: that of a draft too, which the user may change. Needs the user token */
  hidden?: boolean | undefined
}

export interface GetQueueQuery {
  /** true: that of a draft too, which the user may change. Needs the user token */
  hidden?: boolean | undefined
  /** true: the one that is rehearsed beside it, for managers and admins. Needs the user token */
  rehearsal?: boolean | undefined
}

export interface GetReportCsvQuery {
  /** A month in the time zone of the festival */
  month?: string | undefined
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetReportPdfQuery {
  /** A month in the time zone of the festival */
  month?: string | undefined
}

export interface GetReportQuery {
  /** A month in the time zone of the festival */
  month?: string | undefined
}

export interface GetSalesCsvQuery {
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface GetSalesQuery {
  /** The first of the days, in the time zone of the festival */
  from?: string | undefined
  /** The last of the days, in the time zone of the festival */
  to?: string | undefined
}

export interface GetStreamTicketAnswer {
  /** Good for one opening of the stream within 30 seconds */
  ticket: string
}

export interface GetSubscriptionQuery {
  /** What the answer has beside, separated by commas. translations: its texts in other languages */
  expand?: 'translations'[] | undefined
}

export interface GetVoucherCodesCsvQuery {
  /** The form of the file; `csv` where it is left out */
  format?: 'csv' | 'xlsx' | undefined
  /** What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out */
  delimiter?: ',' | ';' | undefined
}

export interface Gig {
  id: string
  start_time: string | null
  end_time: string | null
  /** On the bill its artist comes first, and large */
  headliner: boolean
  /** The place of its artist on the bill; null: after the others, by name */
  billing: number | null
  /** The act as it is billed; null: by the name of its artist */
  billing_text: string | null
  artist: GigArtist | null
  place: GigPlace | null
  festival: GigFestival
}

export interface GigArtist {
  id: string
  name: string
  photo: string | null
}

export interface GigFestival {
  id: string
  name: string
  country: string | null
  venue: string | null
  photo: string | null
  start_time: string
  end_time: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
}

export interface GigPlace {
  id: string
  name: string
  type: string | null
}

export interface GiveComplimentaryBody {
  /** The tier or the accommodation, hidden ones too */
  entity_id: string
  quantity: number
  /** Who gets them, by mail */
  email: string
  /** Why; in the timeline of each payment, which its owner reads */
  reason: string
}

export interface GiveHeartBody {
  /** The start that the user has seen; of a new heart the present one by default */
  known_start_at?: string | null | undefined
  /** Whether the user keeps it beside gigs at the same time: a clash of two is settled when both have it */
  keeps_clashes?: boolean | undefined
}

export interface Guest {
  id: string
  /** The contact e-mail: the account that proves it takes over what the guest bought. Null: not said yet */
  email: string | null
  firstName: string | null
  lastName: string | null
}

export interface HandOverShiftBody {
  /** Who sells from now on */
  seller: string
  /** EUR. The cash in the drawer, as both have counted it */
  counted: number
}

export interface Heart {
  gig_id: string
  festival_id: string
  /** Who was to play when the heart was given */
  artist_name: string | null
  /** The start that the user has seen: if the gig has another one, it was moved */
  known_start_at: string | null
  /** Whether the user keeps it beside gigs at the same time: a clash of two is settled when both have it */
  keeps_clashes: boolean
  created_at: string
}

export interface HeartedGig {
  start_time: string | null
  end_time: string | null
  /** The act as it is billed; null: by the name of its artist */
  billing_text: string | null
  artist: GigArtist | null
  place: GigPlace | null
}

export interface HeldTicket {
  payment_id: string
  /** A ticket of a tier, or a place to sleep */
  payment_type: 'ticket' | 'accommodation'
  /** The holder has bought it too */
  bought: boolean
  festival: PaidFestival
  item: PaidItem
  /** When it admitted; null: it has not yet */
  validated_at: string | null
  /** The signed text of the ticket, as its QR code shows it */
  qr_code: string
  /** Opens without headers for an hour */
  qr_code_url: string
  /** Opens without headers for an hour */
  ticket_pdf_url: string
  /** For people to say and type; case and dashes do not matter */
  short_code: string | null
  /** The open transfer that offers it to another user */
  transfer_id: string | null
  return: TicketReturn | null
}

export interface Holder {
  id: string
  /** Empty: the account was erased */
  firstName: string
  lastName: string
}

export interface ImportBankStatementBody {
  /** camt.053.001.02 or .08 as XML, or a ZIP archive of such files, in base64 */
  file: string
  name?: string | undefined
}

export interface ImportLineupBody {
  /** The file in base64 */
  file: string
  name?: string | undefined
  sheet?: string | undefined
  /** Instead of what is recognized; a column that is left out is ignored */
  columns?: ChosenColumn[] | undefined
  /** A time before it belongs to the night after the written day */
  day_ends_at?: string | undefined
  day_order?: DayOrder | undefined
  encoding?: TextEncoding | undefined
  /** How many gigs may be removed, as the preview said; 409 `lineup_changed` if there are more */
  removes?: number | undefined
}

export interface InsideCount {
  at: string
  /** How many people are inside, as the gates that have reported say */
  inside: number
}

export interface InsideHistory {
  /** A part of the festival that gates lead into: `main`, or one that its managers name */
  zone: string
  date: string
  /** When the day begins, at 06:00 */
  starts_at: string
  /** When it ends */
  ends_at: string
  /** From the beginning of the day until now or its end; of a later day none */
  counts: InsideCount[]
}

export interface Interest {
  id: string
  entity_type: FollowedType
  /** The id of an artist or a genre, the slug of an organizer */
  entity_id: string
  createdAt: string
}

export interface Invitation {
  id: string
  kind: InvitationKind
  email: string
  organizer: NamedOrganizer | null
  festival: Named | null
  role: MemberRole | null
  /** Of kind member */
  may_refund: boolean | null
  /** admin, or a permission */
  right: string | null
  created_at: string
  expires_at: string
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export type InvitationKind = 'manager' | 'member' | 'gate_staff' | 'right'

export interface InviteToRightBody {
  email: string
  right: Right
}

export interface IsLiveAnswer {
  status: 'live'
}

export interface IsReadyAnswer {
  status: 'ready'
}

export interface JoinQueueGroupBody {
  /** `invitation` of the place of the one whose number all of the group have */
  invitation: string
  /** true: the one that is rehearsed beside it, for managers and admins. Needs the user token */
  rehearsal?: boolean | undefined
}

export interface JoinWaitingListBody {
  /** The id of the tier */
  entity_id: string
  /** How many: all of them are offered at once */
  quantity: number
}

export interface JoinedPlace {
  name: string
  written: string[]
}

export interface LatLng {
  lat: number
  lng: number
}

export interface Lease {
  id: string
  shift_id: string
  till: string
  payment_type: TillItemType
  entity_id: string
  name: string
  /** EUR that one is sold for */
  price: number
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat: Vat | null
  /** Set aside */
  quantity: number
  /** Sold, as far as the till has said */
  sold: number
  /** Given back */
  returned: number
  state: LeaseState
  created_at: string
  /** Then the till stops to sell from it */
  expires_at: string
  ended_at: string | null
  /** Why it was written off */
  reason: string | null
}

export type LeaseMeans = 'cash' | 'terminal'

export type LeaseRefusal = 'lease_over' | 'not_leased' | 'tendered_too_little'

export interface LeaseReport {
  lease: Lease
  /** One for each, in order */
  sales: ReportedSale[]
}

export type LeaseState = 'open' | 'reported' | 'written_off'

export interface LeaseStockAnswer extends Lease {
  /** Signed, and worth nothing until sold */
  tickets: LeasedTicket[]
}

export interface LeaseStockBody {
  payment_type: TillItemType
  /** The tier or the accommodation, hidden ones too */
  entity_id: string
  quantity: number
}

export interface LeasedTicket {
  payment_id: string
  /** The signed text of the ticket, as its QR code shows it */
  code: string
  /** For people to say and type; case and dashes do not matter */
  short_code: string
}

export interface Level {
  level: number
  points: number
  benefits: LevelBenefit[]
}

export interface LevelBenefit {
  id: string
  name: string
  description: string | null
}

export interface LineupColumn {
  name: string
  use: ColumnUse | null
  /** An empty cell repeats the one above */
  repeats: boolean
  samples: string[]
}

export interface LineupCounts {
  /** New gigs */
  added: number
  /** Gigs at another time or on another stage; favourites and calendars follow them */
  moved: number
  /** Gigs of which only the billing, or its text, is another */
  changed: number
  /** Gigs that stay as they are */
  unchanged: number
  /** Gigs that the file does not have */
  removed: number
  /** Rows and fields that break a rule */
  rejected: number
}

export type LineupFormat = 'csv' | 'xlsx' | 'xml' | 'json'

export type LineupOutcome = 'added' | 'moved' | 'changed' | 'unchanged' | 'removed' | 'rejected'

export interface LineupPreview {
  format: LineupFormat
  sheets: string[]
  /** None for a file that is no table */
  columns: LineupColumn[]
  /** A time before it belongs to the night after the written day */
  day_ends_at: string | null
  day_order: DayOrder | null
  /** That of a text; null for a workbook and for XML */
  encoding: TextEncoding | null
  /** What is imported as it is, and should be looked at */
  warnings: string[]
  counts: LineupCounts
  /** Every row of the file, then the gigs that it removes */
  rows: LineupRow[]
  new_artists: string[]
  new_places: string[]
  joined_places: JoinedPlace[]
}

export interface LineupResult {
  festival_id: string
  counts: LineupCounts
  new_artists: string[]
}

export interface LineupRow {
  position: string | null
  outcome: LineupOutcome
  /** As it is written */
  act: string | null
  /** null: to be announced */
  artist: string | null
  place: string | null
  starts_at: string | null
  ends_at: string | null
  before: LineupSlot | null
  reason: string | null
}

export interface LineupSlot {
  place: string | null
  starts_at: string | null
  ends_at: string | null
}

export interface LinkTicketBody {
  as: TicketLinkFile
}

export interface ListAccommodationsQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** true: hidden tiers and accommodations too, at festivals that the user may change. Needs the user token */
  hidden?: boolean | undefined
  /** What the answer has beside, separated by commas. translations: its texts in other languages */
  expand?: 'translations'[] | undefined
  /** Id of a festival */
  festival?: string | undefined
}

export interface ListAccountsAnswer {
  users: Account[]
  pagination: Pagination
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
}

export interface ListAccountsQuery {
  /** The page, from 1 */
  page?: number | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** `next_after` of the answer before */
  after?: string | undefined
  /** A part of a name, the beginning of an e-mail, or an id */
  q?: string | undefined
  /** One of attender, organizer, gate, admin; any other finds nothing */
  role?: string | undefined
}

export interface ListActivityAnswer {
  activities: Activity[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListActivityQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListAllPaymentsAnswer {
  payments: SoldPayment[]
  /** Of all that is found, by currency; null: not asked for */
  totals: PaymentTotals[] | null
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListAllPaymentsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** One of pending, requires_action, succeeded, failed, expired, refunding, refunded, partially_refunded; any other finds nothing */
  status?: string | undefined
  /** One of ticket, accommodation, subscription; any other finds nothing */
  type?: string | undefined
  /** The id of a payment or an order, the number of an order, the processor’s id of a charge, the text or the short code of a ticket, or the e-mail of a buyer, each in full; or parts of the name of a buyer, in any order, two letters at least */
  q?: string | undefined
  /** Bought from then on */
  from?: string | undefined
  /** Bought before then */
  to?: string | undefined
  /** What it cost, EUR */
  amount?: number | undefined
  /** Whether to add up all that is found, on this page and the next ones */
  totals?: boolean | undefined
  /** Of one festival */
  festival?: string | undefined
}

export interface ListAnnouncersQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** As in the `Link` of the answer before */
  after?: string | undefined
}

export interface ListArtistsQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** Only these artists, in this order, ids separated by commas; unknown ones are left out */
  ids?: string[] | undefined
}

export interface ListAttendeeMessagesAnswer {
  messages: AttendeeMessage[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListAttendeeMessagesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 50; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListAttendeesAnswer {
  attendees: Attendee[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListAttendeesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** The short code of a ticket, the id of its payment or its order, or the e-mail of its buyer or its holder, each in full; or parts of the name of either, in any order, two letters at least */
  q?: string | undefined
  /** Of one tier, or of one accommodation */
  tier?: string | undefined
  /** One of valid, used, refunded, revoked; any other finds nothing */
  status?: string | undefined
  /** Who is in the zone `main` now, or who is not */
  inside?: boolean | undefined
}

export interface ListAuditEntriesAnswer {
  entries: AuditEntry[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListAuditEntriesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** The id of a user */
  actor?: string | undefined
  /** One action, or several, separated by commas */
  action?: string | undefined
  /** The kind of record that was changed */
  entity_type?: string | undefined
  /** The record that was changed */
  entity_id?: string | undefined
  /** From this time on */
  from?: string | undefined
  /** Up to before this time */
  to?: string | undefined
}

export interface ListBadgeUptakeAnswer {
  /** Oldest first */
  badges: BadgeCount[]
}

export interface ListBankEntriesAnswer {
  entries: BankEntry[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListBankEntriesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** One of booked, open, decided, ignored; any other finds nothing */
  state?: string | undefined
  /** Those that name this order */
  order_number?: string | undefined
}

export interface ListBankFilesAnswer {
  /** The last hundred, the newest first */
  files: BankFile[]
  waiting: BankWaiting
}

export interface ListChallengesQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** As in the `Link` of the answer before */
  after?: string | undefined
}

export interface ListClashesQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** As in the `Link` of the answer before */
  after?: string | undefined
}

export interface ListClientsQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** As in the `Link` of the answer before */
  after?: string | undefined
}

export interface ListFestivalArtistsAnswer {
  artists: BilledArtist[]
  pagination: Pagination
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
}

export interface ListFestivalArtistsQuery {
  /** The page, from 1 */
  page?: number | undefined
  /** At most 300; more is capped */
  limit?: number | undefined
  /** `next_after` of the answer before */
  after?: string | undefined
  /** `billing`: headliners first, and of them and of the others those with a `billing` in its order, then those without one by name */
  sort?: 'name' | 'billing' | undefined
}

export interface ListFestivalDocumentsAnswer {
  documents: Document[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListFestivalDocumentsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** The beginning of a number, the number of an order, or a part of the name, the company or the e-mail of a buyer */
  q?: string | undefined
  /** Of the day of issue */
  month?: string | undefined
}

export interface ListFestivalPaymentsAnswer {
  payments: SoldPayment[]
  /** Of all that is found, by currency; null: not asked for */
  totals: PaymentTotals[] | null
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListFestivalPaymentsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** One of pending, requires_action, succeeded, failed, expired, refunding, refunded, partially_refunded; any other finds nothing */
  status?: string | undefined
  /** One of ticket, accommodation, subscription; any other finds nothing */
  type?: string | undefined
  /** The id of a payment or an order, the number of an order, the processor’s id of a charge, the text or the short code of a ticket, or the e-mail of a buyer, each in full; or parts of the name of a buyer, in any order, two letters at least */
  q?: string | undefined
  /** Bought from then on */
  from?: string | undefined
  /** Bought before then */
  to?: string | undefined
  /** What it cost, EUR */
  amount?: number | undefined
  /** Whether to add up all that is found, on this page and the next ones */
  totals?: boolean | undefined
}

export interface ListFestivalsQuery {
  /** At most so many gigs, places and tickets of each festival, the first ones, and `totals` beside them; more than 100 is capped. Absent: all */
  nested?: number | undefined
  /** true: as on the map, within the bounding box, which is needed */
  map?: boolean | undefined
  /** 1-based */
  page?: number | undefined
  /** List: 20, at most 100. Map: 80, at most 200. Earlier form: 20, at most 1000. More is capped */
  limit?: number | undefined
  /** `upcoming`: not begun; `past`: over, the last one first; `running`: in between. Each festival is one of them; absent: all */
  time?: 'upcoming' | 'past' | 'running' | undefined
  /** Of this country; exact but for case */
  country?: string | undefined
  /** South edge of the map */
  min_lat?: number | undefined
  /** North edge of the map */
  max_lat?: number | undefined
  /** West edge of the map */
  min_lng?: number | undefined
  /** East edge of the map */
  max_lng?: number | undefined
  /** Of the earlier form: how many to leave out first */
  offset?: number | undefined
  /** Of this organizer. Without map, page and time it asks for the earlier form */
  organizer?: string | undefined
  /** Starts after this time. Without map, page and time it asks for the earlier form */
  start_time?: string | undefined
  /** Ends before this time. Without map, page and time it asks for the earlier form */
  end_time?: string | undefined
  /** What the answer has beside, separated by commas. followed: whether the signed-in user follows it, which needs the user token. availability: what is left of its tickets. artists: who plays, with picture and genres. translations: texts in other languages */
  expand?: ('followed' | 'availability' | 'artists' | 'translations')[] | undefined
  /** Only these festivals, in this order, ids separated by commas; unknown ones are left out */
  ids?: string[] | undefined
  /** Only festivals round this position: latitude and longitude in decimal degrees, as in 55.62,12.08 */
  near?: string | undefined
  /** How far from near, in kilometres along a great circle. Absent: 50 */
  radius?: number | undefined
  /** With near: the nearest first, which is the default; or by start, as without near */
  sort?: 'distance' | 'start_time' | undefined
}

export interface ListGenresQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
}

export interface ListGigsAnswer {
  gigs: Gig[]
  pagination: Pagination
}

export interface ListGigsQuery {
  /** Only these gigs, in this order, ids separated by commas; unknown ones are left out */
  ids?: string[] | undefined
  /** The page, from 1 */
  page?: number | undefined
  /** 20, with ids 100; at most 100, more is capped */
  limit?: number | undefined
  /** Only the gigs of this artist */
  artist?: string | undefined
  /** The festival's country; exact but for case */
  country?: string | undefined
  /** YYYY-MM, or 1 to 12 with year */
  month?: string | undefined
  /** YYYY, with month */
  year?: string | undefined
}

export interface ListHeartsAnswer {
  hearts: ListedHeart[]
}

export interface ListHeldTicketsAnswer {
  tickets: HeldTicket[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListHeldTicketsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListInterestsQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** Only interests of this type */
  entity_type?: 'artist' | 'organizer' | 'genre' | undefined
  /** entity, or true: with each interest what it follows */
  expand?: 'entity' | 'true' | undefined
}

export interface ListLevelsAnswer {
  levels: Level[]
}

export interface ListMailAnswer {
  mails: CaughtMail[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListMailQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListManagedFestivalsAnswer {
  festivals: ManagedFestival[]
  pagination: Pagination
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
}

export interface ListManagedFestivalsQuery {
  /** A part of the name; of festivals also of their town, venue, region, address, places or country */
  q?: string | undefined
  /** The page, from 1 */
  page?: number | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** `next_after` of the answer before */
  after?: string | undefined
  /** Not over yet, the next one first; or over, the last one first; or begun and not over */
  time?: 'upcoming' | 'past' | 'running' | undefined
  /** true: only cancelled ones; false: only others */
  cancelled?: boolean | undefined
  /** false: only drafts; true: only others */
  published?: boolean | undefined
  /** Of this organizer */
  organizer?: string | undefined
}

export interface ListManagedOrganizersAnswer {
  organizers: ManagedOrganizer[]
  pagination: Pagination
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
}

export interface ListManagedOrganizersQuery {
  /** A part of the name; of festivals also of their town, venue, region, address, places or country */
  q?: string | undefined
  /** The page, from 1 */
  page?: number | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** `next_after` of the answer before */
  after?: string | undefined
  /** false: only those that wait for approval */
  approved?: boolean | undefined
}

export interface ListNotificationSettingsAnswer {
  settings: NotificationSetting[]
}

export interface ListNotificationsQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** true: only those not read yet; false is as absent */
  unread?: boolean | undefined
}

export interface ListOrdersAnswer {
  orders: Order[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListOrdersQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 50; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListOrganizersQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** false: only those that wait for approval */
  approved?: boolean | undefined
  /** Only these organizers, in this order, ids separated by commas; unknown ones are left out */
  ids?: string[] | undefined
}

export interface ListPasskeysAnswer {
  passkeys: Passkey[]
}

export interface ListPaymentsQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** One of pending, requires_action, succeeded, failed, expired, refunding, refunded, partially_refunded; any other finds nothing */
  status?: string | undefined
}

export interface ListPayoutEntriesAnswer {
  entries: BalanceEntry[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListPayoutEntriesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 500; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** Those of a payout; `none`: those in none */
  payout?: string | undefined
  /** true: only those that are in no order of ours */
  unknown?: boolean | undefined
}

export interface ListPayoutsAnswer {
  payouts: Payout[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListPayoutsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListPushSubscriptionsAnswer {
  /** What `pushManager.subscribe` takes as applicationServerKey: base64url */
  application_server_key: string
  subscriptions: PushSubscription[]
}

export interface ListQueueEntriesQuery {
  /** Which part of the list, from 0 */
  part?: number | undefined
}

export interface ListSessionsAnswer {
  sessions: SignedIn[]
}

export interface ListSettlementsAnswer {
  settlements: Settlement[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListSettlementsQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** Those of an organizer; its managers have to name it */
  organizer?: string | undefined
}

export interface ListStandingAccessAnswer {
  /** Whether the password or the rights have changed, and the user has not said yet what is to stay */
  to_review: boolean
  access: StandingAccess[]
}

export interface ListSubscriptionsQuery {
  /** At most so many; absent: all */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** What the answer has beside, separated by commas. translations: its texts in other languages */
  expand?: 'translations'[] | undefined
}

export interface ListTransfersQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** As in the `Link` of the answer before */
  after?: string | undefined
  /** Those sent, or those received */
  direction?: 'sent' | 'received' | undefined
  /** Those of one status */
  status?: 'open' | 'accepted' | 'declined' | 'taken_back' | 'lapsed' | undefined
}

export interface ListUsersQuery {
  /** At most 1000; more is capped */
  limit?: number | undefined
  /** How many to leave out first */
  offset?: number | undefined
  /** One or several of attender, organizer, gate, admin, separated by commas; any other finds nothing */
  role?: string | undefined
}

export interface ListVouchersAnswer {
  vouchers: Voucher[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListVouchersQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 50; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** The code of a voucher; neither case nor dashes matter */
  code?: string | undefined
}

export interface ListWaitingEntriesAnswer {
  entries: WaitingEntry[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListWaitingEntriesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 100; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
}

export interface ListWebhookDeliveriesAnswer {
  deliveries: WebhookDelivery[]
  /** `after` of the next request; null: no more items follow */
  next_after: string | null
  /** The earlier name of `next_after` @deprecated */
  next_before: string | null
}

export interface ListWebhookDeliveriesQuery {
  /** `next_after` of the answer before */
  after?: string | undefined
  /** At most 200; more is capped */
  limit?: number | undefined
  /** The earlier name of `after` */
  before?: string | undefined
  /** One of pending, delivered, failed, missed; any other finds nothing */
  status?: string | undefined
  /** A type of events; an unknown one finds nothing */
  type?: string | undefined
  /** From this time on */
  from?: string | undefined
  /** Up to before this time */
  to?: string | undefined
}

export interface ListedHeart extends Heart {
  gig: HeartedGig | null
}

export interface ListedInterest extends Interest {
  entity?: Followed | undefined
}

export interface ListedUser {
  id: string
  firstName: string
  lastName: string
  email: string | null
  photo: string | null
  roles: Role[]
}

export interface Located {
  location: { type?: 'Point' | undefined; coordinates: number[] }
}

export interface MailAttachment {
  name: string
  type: string
  /** Bytes */
  size: number
}

export interface MailSignInCodeAnswer {
  message: string
  /** To send along with the code, so that guesses of others do not count against it */
  request_id: string
}

export interface MailSignInCodeBody {
  email: string
  /** Of an earlier request of the same asker for this e-mail, whose code ends */
  request_id?: string | undefined
}

export interface ManagedFestival {
  id: string
  name: string
  organizer: NamedOrganizer
  start_time: string
  end_time: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
  venue: string | null
  country: string | null
  photo: string | null
  /** null: a draft */
  published_at: string | null
  cancelled_at: string | null
  gigs: number
  /** Tickets sold, archived tiers included; what was refunded in full is not. Null for users who may not see the sales */
  sold: number | null
  /** Tickets of the tiers on offer, and what was taken of archived ones. Null for users who may not see the sales */
  quantity: number | null
}

export interface ManagedOrganizer {
  id: string
  name: string
  photo: string | null
  /** Whether staff have approved it */
  approved: boolean
  festivals: number
}

export interface Manager {
  id: string
  firstName: string
  lastName: string
  email: string | null
}

export interface Manifest {
  festival: ManifestFestival
  /** The part of the festival that this gate leads into: the tickets are told as there */
  zone: string
  keys: ManifestKey[]
  tiers: ManifestOffer[]
  accommodations: ManifestOffer[]
  /** Used, revoked or handed on since the cursor; one may come again */
  tickets: ManifestTicket[]
  /** For `since` */
  cursor: string
  has_more: boolean
}

export interface ManifestFestival {
  id: string
  name: string
  start_time: string
  end_time: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
}

export interface ManifestKey {
  /** As in the code */
  id: number
  /** Ed25519, raw, base64url */
  public_key: string
}

export interface ManifestOffer {
  id: string
  name: string
  valid_since: string | null
  valid_until: string | null
  admission: AdmissionRule
  /** The parts of the festival that it admits to */
  zones: string[]
}

export interface ManifestPassage {
  direction: GateDirection
  at: string
}

export interface ManifestTicket {
  payment_id: string
  validated_at: string | null
  revoked: boolean
  /** The lowest revision whose code admits: how often it was handed on */
  revision: number
  /** The last ten in and the last ten out, through any gate of this zone, by time */
  passages: ManifestPassage[]
}

export interface MapFestival {
  id: string
  name: string
  photo: string | null
  venue: string | null
  country: string | null
  coordinates: Coordinates | null
  start_time: string
  end_time: string
  /** Gigs, at most 100, twice the followers, and tickets sold; computed every five minutes */
  rank: number
}

export type MemberRole = 'accountant' | 'sales' | 'editor'

export interface MergeArtistBody {
  into: string
}

export interface Message {
  message: string
}

export interface MessageCounts {
  /** People that it was for, each e-mail once */
  recipients: number
  /** Still to be sent, or tried again */
  queued: number
  /** Taken by the mail server */
  sent: number
  /** Given up after a day, or the e-mail is known not to take mail any more */
  failed: number
  /** Left out: they want no messages of organizers */
  unsubscribed: number
  /** Left out: they had a message of this festival in the last 24 hours */
  limited: number
}

export interface MessagePreview {
  /** People that it is for, each e-mail once */
  recipients: number
  /** Those who would get it now */
  receiving: number
  /** Left out: they want no messages of organizers */
  unsubscribed: number
  /** Left out: they had a message of this festival in the last 24 hours */
  limited: number
  /** The mail as plain text, in the language of the caller */
  text: string
  /** The same as a page */
  html: string
}

export interface MissedEvents {
  events: number
  since: string
}

export type MissingSellerField = 'legal_name' | 'street' | 'city' | 'country' | 'vat_id'

export interface MoveCashBody {
  kind: CashMovement
  /** EUR. How much */
  amount: number
  reason: string
}

export interface Named {
  id: string
  name: string
}

export interface NamedOrganizer {
  id: string
  name: string
}

export interface NewCalendarAddress {
  created_at: string
  /** To subscribe to: anyone who has it can read the calendar; it is not shown again */
  url: string
}

export interface NewClosedMonth {
  /** One that is over */
  month: string
}

export interface NewGig {
  id?: string | undefined
  artist_id?: string | null | undefined
  /** As read, where artist_id is not given: a line-up may be written back as it came */
  artist?: { id: string } | null | undefined
  /** The id of a place of this festival, or the name of one */
  place_id?: string | null | undefined
  start_time?: string | null | undefined
  end_time?: string | null | undefined
  /** On the bill its artist comes first, and large */
  headliner?: boolean | undefined
  /** The place of its artist on the bill; null: after the others, by name */
  billing?: number | null | undefined
  /** The act as it is billed; null: by the name of its artist */
  billing_text?: string | null | undefined
}

export interface NewLeaseSale {
  /** Of the sale, by the till: the same one is booked once */
  key: string
  payment_ids: string[]
  means: LeaseMeans
  /** EUR. The cash that the buyer handed over */
  tendered?: number | undefined
  /** By the clock of the till */
  sold_at: string
}

export interface NewPlace {
  id?: string | undefined
  name: string
  type?: string | null | undefined
  coordinates?: LatLng | null | undefined
}

export interface NewSaleItem {
  payment_type: TillItemType
  /** The tier or the accommodation, hidden ones too */
  entity_id: string
  quantity: number
}

export interface NewSaleTerms {
  /** Left out of what the public reads: those who may change the festival see it alone */
  hidden?: boolean | undefined
  /** How many one order may have */
  max_per_order?: number | undefined
  /** How many one person may have; null: as many as they like */
  max_per_person?: number | null | undefined
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat?: NewVat | null | undefined
  /** Whether buyers may give it back, as `refund_until_days` of its festival says */
  refundable?: boolean | undefined
  /** Whether its holder may hand it on */
  transferable?: boolean | undefined
  admission?: AdmissionRule | undefined
  /** The parts of the festival that it admits to */
  zones?: string[] | undefined
  /** Whether tills sell it; null: they do. Of a new one that is hidden or free and does not say it: false */
  at_tills?: boolean | null | undefined
}

export interface NewScan {
  /** Of this one scan: sent again, the same ticket gets the same answer */
  nonce: string
  /** The scanned text, or a short code */
  code: string
  scanned_at: string
  /** The device let the holder in without a network, at scanned_at */
  admitted_offline?: boolean | undefined
  direction?: GateDirection | undefined
  /** A ticket that would be used up on a day that is not its own is not: the result is `ask`, nothing is kept, and the same scan without it admits */
  ask_first?: boolean | undefined
}

export interface NewTier extends NewSaleTerms {
  id?: string | undefined
  name: string
  price: number
  quantity: number
  start_time?: string | null | undefined
  end_time?: string | null | undefined
  valid_since?: string | null | undefined
  valid_until?: string | null | undefined
  description?: string | null | undefined
  translations?: TierTranslations | undefined
}

export interface NewVat {
  /** Percent, at most two decimals. The price includes it */
  rate?: number | null | undefined
  /** Why there is no VAT on it, as on the receipt */
  exemption?: string | null | undefined
}

export interface Notification {
  id: string
  title: string
  message: string
  type: NotificationType
  data: NotificationData
  /** Of `title` and `message`: that of the user when it was made */
  language: 'en' | 'de' | 'fr' | 'es' | 'it'
  read: boolean
  createdAt: string
}

export interface NotificationData {
  festival_id?: string | undefined
  organizer_id?: string | undefined
  artist_id?: string | undefined
  /** Of those that play, the ones the user follows */
  artist_ids?: string[] | undefined
  payment_id?: string | undefined
  transfer_id?: string | undefined
  waiting_entry_id?: string | undefined
  queue_id?: string | undefined
  badge_id?: string | undefined
  level?: number | undefined
}

export interface NotificationSetting {
  topic: NotificationTopic
  /** Whether it is among the notifications. If not, no browser shows it either */
  notice: boolean
  /** Whether browsers show it while no page is open */
  push: boolean
  /** Whether it is mailed */
  mail: boolean
  /** Whether `mail` cannot be changed: it is always sent, or there is none */
  mail_fixed: boolean
}

export type NotificationTopic = 'purchases' | 'festivals' | 'reminders' | 'messages' | 'transfers' | 'waiting_list' | 'queues' | 'follows' | 'rewards' | 'managing'

export type NotificationType = 'festival.published' | 'artist.announced' | 'festival.changed' | 'festival.cancelled' | 'festival.reminder' | 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.returned' | 'payment.disputed' | 'payment.dispute_closed' | 'transfer.offered' | 'transfer.offered_by_staff' | 'transfer.accepted' | 'transfer.declined' | 'waiting_list.offered' | 'queue.turn' | 'queue.moved' | 'queue.cancelled' | 'badge.unlocked' | 'level.reached' | 'announcement.requested' | 'organizer.approved' | 'organizer.approval_withdrawn'

export interface OfferPasskeyAnswer {
  /** For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON in the browser */
  options: Record<string, unknown>
}

export interface OfferPasskeySignInAnswer {
  /** For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON in the browser */
  options: Record<string, unknown>
}

export interface OfferSecondFactorBody {
  email: string
  password: string
  /** Of the second factor that the account has, if any */
  code?: string | undefined
}

export interface OfferTexts {
  name?: string | null | undefined
  description?: string | null | undefined
}

export interface OfferTicketBody {
  email: string
}

export type OfferTranslations = Record<string, OfferTexts | null>

export interface OfferedSecret {
  /** For apps into which it is typed, base32 */
  secret: string
  /** For a QR code that apps read */
  uri: string
}

export type OnlineMethod = 'card' | 'transfer'

export interface OnlineMethodTerms {
  name: OnlineMethod
  /** The order is paid, or declined, at once; else it is held until the money comes */
  immediate: boolean
  /** Days until the money must have come, unless sales end earlier; null: at once */
  days: number | null
}

export interface OpenShiftAnswer extends Shift {
  /** Sent in X-F-Authentication by the till. Shown once and kept nowhere; it sells for this shift and ends with it */
  token: string
}

export interface OpenShiftBody {
  /** Its name */
  till: string
  /** Who sells */
  seller: string
  /** EUR. The cash in the drawer when it begins */
  float: number
}

export interface Order {
  id: string
  /** Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without */
  number: string | null
  status: OrderStatus
  /** What is charged at once, in EUR: the sum of its payments */
  amount: number
  currency: string
  /** Until when what it buys is held for it; null once it is decided */
  expires_at: string | null
  /** While the processor wants the buyer: for its page */
  client_secret: string | null
  awaiting_payment: BankTransfer | null
  failure: PaymentFailure | null
  /** False where no real money is taken: by the simulated processor, or with test keys */
  livemode: boolean
  created_at: string
  /** One for each unit, in the order of the items */
  payments: OrderPayment[]
}

export interface OrderDocuments {
  /** In the order in which they were issued */
  documents: Document[]
}

export interface OrderItem {
  payment_type: PaymentType
  /** The id of the ticket tier, the accommodation or the plan */
  entity_id: string
  /** How many of it; absent: one */
  quantity?: number | undefined
}

export interface OrderPayment extends Payment {
  /** EUR, before any discount */
  price: number
  /** EUR that a voucher has taken off the price */
  discount: number
  /** The code of the voucher that it was bought with */
  voucher: string | null
}

export interface OrderRefund {
  id: string
  /** Those of the order that the caller may refund, without their tickets */
  payments: Payment[]
}

export type OrderStatus = 'held' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'expired'

export interface Organizer {
  id: string
  name: string
  description: string | null
  photo: string | null
  /** The seller, as the law names it */
  legal_name: string | null
  /** Where the seller is reached by post */
  legal_address: string | null
  /** Where replies of buyers go: the Reply-To of mails about its festivals */
  contact_email: string | null
  /** The terms of sale */
  terms_url: string | null
  /** What it does with personal data */
  privacy_url: string | null
  /** Whether staff have approved it: until then it may not sell, nor announce for artists of others */
  approved: boolean
  managers: Manager[]
}

export interface OrganizerMember {
  id: string
  firstName: string
  lastName: string
  email: string | null
  role: MemberRole
  /** Whether an accountant may refund; false for the others */
  may_refund: boolean
  created_at: string
}

export type OrganizerRight = 'manage' | 'edit_lineup' | 'read_sales' | 'read_attendees' | 'read_money' | 'refund'

export interface OrganizerRole {
  organizer_id: string
  role: MemberRole
  /** Whether an accountant may refund; false for the others */
  may_refund: boolean
  rights: OrganizerRight[]
}

export interface Pagination {
  page: number
  limit: number
  total: number
  totalPages: number
  hasMore: boolean
}

export interface PaidFestival {
  id: string
  name: string
  start_time: string
  end_time: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
  venue: string | null
  country: string | null
  photo: string | null
  cancelled_at: string | null
}

export interface PaidItem {
  id: string
  /** Null where it was deleted before any was sold */
  name: string | null
  /** No longer on offer */
  archived: boolean
  /** When the tier first admits, or the stay begins */
  valid_since: string | null
  /** When the tier last admits, or the stay ends */
  valid_until: string | null
}

export interface Passkey {
  id: string
  /** By which its user tells it from others */
  name: string
  created_at: string
  /** The last sign-in with it; null: none so far */
  last_used_at: string | null
}

export interface PayOrderBody {
  /** By card, if absent; `transfer`: by bank transfer, as `awaiting_payment` of the order then says */
  method?: 'card' | 'transfer' | null | undefined
  processor_payment_method_id?: string | null | undefined
  points_to_use?: number | null | undefined
  /** Of a guest: the contact e-mail from now on */
  email?: string | null | undefined
}

export interface Payment {
  id: string
  /** The order that it was charged with */
  order_id: string
  /** Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without */
  order_number: string | null
  status: PaymentStatus
  /** EUR, at most two decimals */
  amount: number
  currency: string
  payment_type: PaymentType
  entity_type: string | null
  entity_id: string
  /** Points that paid a part of the price */
  points_used: number
  /** EUR that were given back */
  refunded_amount: number
  /** EUR that refunds kept back for points that came with it and are spent */
  kept_amount: number
  createdAt: string
  is_validated: boolean
  validated_at: string | null
  validated_by: string | null
  /** The signed text of the ticket, as its QR code shows it */
  qr_code: string | null
  /** Opens without headers for an hour */
  qr_code_url: string | null
  /** Opens without headers for an hour */
  ticket_pdf_url: string | null
  /** For people to say and type; case and dashes do not matter */
  short_code: string | null
  /** The buyer has handed the ticket on: its code belongs to another user now */
  transferred: boolean
  /** While the processor wants the buyer: for its page */
  client_secret: string | null
  festival: PaidFestival | null
  item: PaidItem
  failure: PaymentFailure | null
  /** False where no real money is taken: by the simulated processor, or with test keys */
  livemode: boolean
  /** That of what was bought, as it was then; null: not stated */
  vat: Vat | null
  cancelable: Cancelable | null
}

export interface PaymentEvent {
  /** The state it came into, what happened to its ticket, or what became of a dispute */
  type: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'expired' | 'refunding' | 'refunded' | 'partially_refunded' | 'validated' | 'transfer.offered' | 'transfer.accepted' | 'transfer.declined' | 'transfer.taken_back' | 'return.offered' | 'return.taken_back' | 'return.sold' | 'disputed' | 'dispute_won' | 'dispute_lost'
  /** EUR, at most two decimals */
  amount: number | null
  reason: string | null
  by: string | null
  created_at: string
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export interface PaymentFailure {
  /** As the code of the refusal */
  code: 'declined' | 'expired' | 'return_gone'
  /** The processor’s word for why it declined; null where it did not */
  decline_code: string | null
  message: string
}

export type PaymentStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'expired' | 'refunding' | 'refunded' | 'partially_refunded'

export interface PaymentTotals {
  currency: string
  /** How many are found */
  payments: number
  /** What those that were paid cost, given back since or not */
  amount: number
  /** What was given back of it */
  refunded_amount: number
}

export type PaymentType = 'ticket' | 'accommodation' | 'subscription'

export interface Payout {
  /** Its id at the processor */
  id: string
  processor: string
  status: PayoutStatus
  /** The processor’s word for why it failed */
  failure: string | null
  created_at: string
  arrives_on: string
  /** ISO 4217 */
  currency: string
  /** What the bank account receives */
  amount: number
  entries: PayoutEntriesState
  /** Charges of buyers */
  charges: number
  /** Refunds, without those that failed */
  refunds: number
  /** Disputes, and what was won back */
  disputes: number
  /** What the processor keeps */
  fees: number
  /** Anything else, such as payouts that failed and came back */
  other: number
  /** `amount` without the sums; not 0 is a fault */
  difference: number
  /** Number of entries that are in no order of ours */
  unknown: number
}

export type PayoutEntriesState = 'known' | 'pending' | 'unassigned'

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'

export interface PayoutSync {
  processor: string
  began_at: string
  ended_at: string | null
  /** The kind of its failure; null: it did not fail */
  failure: string | null
}

export type Permission = 'create_subscriptions' | 'manage_clients' | 'manage_users' | 'manage_rewards' | 'manage_catalog' | 'manage_money'

export interface Person {
  id: string
  firstName: string
  lastName: string
}

export interface PersonClaim {
  challenge: Named
  claimed_at: string
}

export interface PersonFollow {
  entity_type: FollowedType
  /** The id of an artist or a genre, the slug of an organizer */
  entity_id: string
  name: string
  created_at: string
}

export interface PersonNotice {
  id: string
  type: NotificationType
  title: string
  read: boolean
  created_at: string
}

export interface PersonOrder {
  id: string
  /** Its first payment */
  payment_id: string
  status: OrderStatus
  /** How many tickets, accommodations and memberships are in it */
  units: number
  /** EUR, at most two decimals */
  amount: number
  /** EUR that were given back */
  refunded_amount: number
  festival: Named | null
  created_at: string
}

export interface PersonPasskey {
  name: string
  created_at: string
  last_used_at: string | null
}

export interface PersonPoints {
  kind: string
  delta: number
  created_at: string
}

export interface PersonRecord {
  account: Account
  /** Those that they have begun or unlocked */
  badges: Badge[]
  /** Since when an authenticator app is asked for at sign-in; null: none is */
  second_factor_since: string | null
  passkeys: { total: number; latest: PersonPasskey[] }
  sessions: { total: number; latest: PersonSession[] }
  points: { balance: number; total_earned: number; level: number; entries: { total: number; latest: PersonPoints[] } }
  claims: { total: number; latest: PersonClaim[] }
  follows: { total: number; latest: PersonFollow[] }
  /** null: only admins see them */
  notices: { total: number; latest: PersonNotice[] } | null
  /** null: only admins see them */
  orders: { total: number; latest: PersonOrder[] } | null
  /** null: only admins see them */
  tickets: { total: number; latest: PersonTicket[] } | null
}

export interface PersonSession {
  /** The client through which the user has signed in */
  client_name: string
  created_at: string
  /** UTC */
  last_used_on: string
  expires_at: string
  /** Whether a second factor was given */
  second_factor: boolean
}

export interface PersonTicket {
  payment_id: string
  /** null while it does not admit */
  short_code: string | null
  status: AttendeeStatus
  /** Of the tier, or the accommodation */
  tier_name: string | null
  festival: Named
  /** Another user bought it, and handed it on */
  received: boolean
  bought_at: string
}

export interface Place {
  id: string
  name: string
  /** Free text; recommended: stage, food, drink, toilet, medical, info, parking, camping, entrance, exit, charging, locker, other */
  type: string | null
  coordinates: LatLng | null
}

export interface PointRule {
  event_type: string
  points: number
  per: PointsPer
  daily_cap: number | null
  once_per_entity: boolean
  sender: EventSender
}

export type PointsPer = 'event' | 'euro'

export interface PreviewLineupBody {
  /** The file in base64 */
  file: string
  name?: string | undefined
  sheet?: string | undefined
  /** Instead of what is recognized; a column that is left out is ignored */
  columns?: ChosenColumn[] | undefined
  /** A time before it belongs to the night after the written day */
  day_ends_at?: string | undefined
  day_order?: DayOrder | undefined
  encoding?: TextEncoding | undefined
}

export interface PreviewRefundAnswer {
  /** EUR that the buyer would get */
  amount: number
  /** EUR kept back for points that came with the purchase and are spent */
  kept_amount: number
  /** Points that the purchase has earned, those kept back in money included */
  points_taken_back: number
  /** Whether what was bought would end */
  is_full: boolean
}

export interface PreviewRefundQuery {
  /** EUR; absent: all that is left */
  amount?: number | undefined
}

export interface PrintAtTillBody {
  /** The name of a printer of `GET /shifts/:id/printers` */
  printer: string
  /** The sale whose tickets are printed. Absent: a test page */
  sale_id?: string | undefined
  paper?: RollWidth | undefined
  language?: PrinterLanguage | undefined
}

export interface PrintSaleQuery {
  /** Absent: 80mm */
  paper?: '80mm' | '58mm' | 'a6' | undefined
}

export type PrinterLanguage = 'escpos' | 'star' | 'starprnt'

export interface PushSubscription {
  id: string
  /** The host of the push service by which the browser is reached */
  service: string
  created_at: string
}

export interface PutRuleBody {
  points: number
  per?: PointsPer | undefined
  /** Events that count for a user on a UTC day; needed where clients send them */
  daily_cap?: number | null | undefined
  /** Only the first event with an entity counts, and one without an entity never */
  once_per_entity?: boolean | undefined
}

export interface PutZoneBody {
  /** How many people may be inside; null: no limit is known */
  capacity?: number | null | undefined
  /** Whether gates refuse the way in beyond the capacity, with the code `full`; those without a network cannot know */
  refuses_when_full?: boolean | undefined
}

export interface Queue {
  id: string
  festival_id: string
  /** What can be bought in turn alone */
  tiers: string[]
  opens_at: string
  draw_at: string
  /** How many people may share a number; 1: each has their own */
  groups_of: number
  source: QueueSource
  /** Of drand; fixed before anyone enters */
  round: number | null
  /** When that round is published */
  round_at: string | null
  /** SHA-256 of the seed that the service has for itself */
  commitment: string
  /** The Ed25519 key that signs receipts */
  receipt_key: string
  status: QueueStatus
  /** How many numbers there are */
  entered: number
  draw: QueueDraw | null
  /** So many places have their turn: those whose place is below it */
  serving: number
  /** How many got their turn in the last minute */
  per_minute: number
  /** After so many seconds there may be something new. While it serves: for the people who are next; others may wait for a quarter of the time that those before them will take, a minute at most */
  ask_again_seconds: number
}

export interface QueueChallenge {
  algorithm: 'SHA-256'
  /** SHA-256 of the salt with a number behind it, hexadecimal */
  challenge: string
  /** The number is at most this */
  maxnumber: number
  salt: string
  signature: string
}

export interface QueueDraw {
  /** How many numbers are drawn; later ones stand behind them as they came */
  entries: number
  /** The hash over all entries, published before the order was known */
  root: string
  committed_at: string
  /** The signature of the round, or the seed that was committed to; null: not known yet */
  randomness: string | null
  /** Whether it is what was fixed before, and unknown when the entries were; null: not known yet */
  proven: boolean | null
  /** What the order follows from; null: not known yet */
  seed: string | null
}

export interface QueueDrawParts {
  /** How many numbers are drawn; later ones stand behind them as they came */
  entries: number
  /** The hash over all entries, published before the order was known */
  root: string
  committed_at: string
  /** The signature of the round, or the seed that was committed to; null: not known yet */
  randomness: string | null
  /** Whether it is what was fixed before, and unknown when the entries were; null: not known yet */
  proven: boolean | null
  /** What the order follows from; null: not known yet */
  seed: string | null
  /** By which the root is computed */
  parts: string[]
}

export interface QueueEntries {
  part: number
  /** How many there are */
  parts: number
  /** The hashes of 8,192 entries, 32 bytes each, as base64url; fewer in the last */
  leaves: string
}

export interface QueuePlace {
  queue_id: string
  user_id: string
  /** As one came, from 0 */
  number: number
  /** The number that counts: one’s own, or that of the group */
  serves: number
  /** How many have that number */
  people: number
  /** With it others join the number; null: none may, or not any more */
  invitation: string | null
  /** Shows which entry of the list is one’s own */
  salt: string
  entered_at: string
  /** The order of one’s turn, open or paid; null: it is not used */
  order_id: string | null
  receipt: QueueReceipt
}

export interface QueueProof {
  id: string
  festival_id: string
  /** What can be bought in turn alone */
  tiers: string[]
  opens_at: string
  draw_at: string
  /** How many people may share a number; 1: each has their own */
  groups_of: number
  source: QueueSource
  /** Of drand; fixed before anyone enters */
  round: number | null
  /** When that round is published */
  round_at: string | null
  /** SHA-256 of the seed that the service has for itself */
  commitment: string
  /** The Ed25519 key that signs receipts */
  receipt_key: string
  draw: QueueDrawParts
  /** How it was served, oldest first */
  servings: QueueServing[]
}

export interface QueueReceipt {
  /** The first number under this signature */
  first: number
  /** How many there are */
  count: number
  path: string[]
  /** Ed25519, by `receipt_key`, over the root */
  signature: string
}

export interface QueueServing {
  /** So many had their turn from then on */
  serving: number
  served_at: string
}

export type QueueSource = 'drand' | 'organizer'

export type QueueStatus = 'announced' | 'open' | 'drawing' | 'serving'

export interface QueueWork {
  /** SHA-256 of the salt with a number behind it, hexadecimal */
  challenge: string
  salt: string
  signature: string
  /** The number that makes the challenge of its salt */
  number: number
}

export interface ReadAllNotificationsAnswer {
  message: string
  count: number
}

export interface ReadNotificationAnswer {
  id: string
  read: boolean
  /** How many are unread; at most 10000 are counted */
  unread_count: number
}

export interface ReceiveProcessorEventAnswer {
  received: boolean
}

export interface RecordEventAnswer {
  event_id: string
  points_awarded: number
  badges_progressed: string[]
}

export interface RecordEventBody {
  event_type: string
  entity_type?: string | null | undefined
  entity_id?: string | null | undefined
  /** Kept as given, at most 4 KiB of JSON */
  metadata?: Record<string, unknown> | null | undefined
}

export interface RefundAtTillBody {
  /** A ticket or place that a till of the festival sold */
  payment_id: string
  reason: string
}

export interface RefundOrderBody {
  reason?: string | null | undefined
}

export interface RefundPaymentBody {
  amount?: number | null | undefined
  reason?: string | null | undefined
  /** You have given the money back in another way, such as by bank transfer, after the processor did not: it is booked, and the processor is not asked */
  by_other_means?: boolean | null | undefined
}

export interface RemoveOwnSecondFactorBody {
  /** Six digits of the authenticator app, or a recovery code; each works once */
  code: string
}

export interface RenewRecoveryCodesAnswer {
  /** Each stands for the app once; they are shown this once */
  recovery_codes: string[]
}

export interface RenewRecoveryCodesBody {
  /** Six digits of the authenticator app, or a recovery code; each works once */
  code: string
}

export interface ReplaceLevelsAnswer {
  levels: Level[]
}

export interface ReplaceLevelsBody {
  levels: { level?: number | undefined; points: number; benefits?: { id?: string | undefined; name: string; description?: string | null | undefined }[] | undefined }[]
}

export interface ReplayWebhookAnswer {
  /** How many are sent */
  replayed: number
}

export interface ReplayWebhookBody {
  /** Events that happened then or later, as `missed.since` of the endpoint */
  since: string
}

export interface Report {
  festival_id: string
  currency: string
  /** In which months begin */
  time_zone: string
  /** The month that was asked for; null: all of them */
  month: string | null
  totals: ReportSums
  types: ReportByType[]
  vat: ReportByVat[]
  means: ReportByMeans[]
  /** Every month in which something was booked, whichever was asked for */
  months: ReportMonth[]
}

export interface ReportByMeans {
  means: ReportMeans
  /** The processor that took the money of a card online; null: none did, or it was not noted yet */
  processor: string | null
  /** Units that were paid for so; with points alone, where it is points */
  sold_count: number
  /** Units of these that ended by a refund or a dispute */
  returned_count: number
  /** EUR. What was paid so */
  amount: number
  /** EUR. What went back so */
  refunded_amount: number
}

export interface ReportByType extends ReportSums {
  payment_type: ReportType
}

export interface ReportByVat extends ReportSums {
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat: Vat | null
}

export interface ReportLeaseBody {
  sales: NewLeaseSale[]
  /** All is said: what is not sold is given back, and the lease is over */
  done?: boolean | undefined
}

export type ReportMeans = 'card' | 'transfer' | 'cash' | 'terminal' | 'points' | 'complimentary' | 'free' | 'other'

export interface ReportMonth extends ReportSums {
  /** A month in the time zone of the festival */
  month: string
}

export interface ReportSums {
  /** Units that were paid for or given for nothing, given back since or not */
  sold_count: number
  /** Units that ended by a refund or a dispute */
  returned_count: number
  /** EUR. The prices of what was sold */
  gross_amount: number
  /** EUR. What vouchers took off */
  discount_amount: number
  /** EUR. What points paid */
  points_amount: number
  /** EUR. The worth of the points that came back with refunds */
  points_returned_amount: number
  /** EUR. Money that was taken: the prices less discounts and points */
  amount: number
  /** EUR. Money that was given back, or that disputes took */
  refunded_amount: number
  /** EUR. Of it, what disputes took */
  charged_back_amount: number
  /** EUR. Of the money that was taken, what stayed when a unit was given back, or was kept back for spent points */
  kept_amount: number
  /** EUR. What was taken less what was given back; below zero where that was more */
  net_amount: number
  /** EUR. The VAT that net_amount includes */
  vat_amount: number
  /** EUR. What disputes that were opened are about */
  disputed_amount: number
  /** EUR. What disputes that were won were about */
  disputes_won_amount: number
  /** EUR. Of refunded_amount, what tickets returned at face value gave back beyond what their next buyers paid: the festival bears it */
  return_top_up_amount: number
}

export type ReportType = 'ticket' | 'accommodation'

export interface ReportedSale {
  key: string
  /** Its number in the shift; null: it was refused */
  receipt: number | null
  /** Why it was not booked; null: it was */
  refused: LeaseRefusal | null
}

export interface ResetPasswordBody {
  email: string
  token: string
  newPassword: string
  /** Where the e-mail has replaced a confirmed one, and the account has a second factor: a code of it */
  second_factor?: string | undefined
}

export interface ReviewStandingAccessBody {
  end: boolean
}

export type Right = 'admin' | 'create_subscriptions' | 'manage_clients' | 'manage_users' | 'manage_rewards' | 'manage_catalog' | 'manage_money'

export interface Role {
  id: string
}

export type RollWidth = '80mm' | '58mm'

export interface RotateClientBody {
  /** How long the secrets so far keep working */
  overlap_seconds?: number | undefined
}

export interface RotateWebhookSecretBody {
  /** How long the old secret signs beside the new one */
  overlap_seconds?: number | undefined
}

export interface SaleInvoice {
  /** Of the order that its documents belong to */
  order_id: string
  /** null: it is not issued yet */
  document_id: string | null
  /** Of the invoice; null: it is not issued yet */
  number: string | null
}

export type SaleStatus = 'on_sale' | 'not_yet' | 'closed' | 'sold_out'

export interface SaleTerms {
  /** Left out of what the public reads: those who may change the festival see it alone */
  hidden: boolean
  /** How many one order may have */
  max_per_order: number
  /** How many one person may have; null: as many as they like */
  max_per_person: number | null
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat: Vat | null
  /** Whether buyers may give it back, as `refund_until_days` of its festival says */
  refundable: boolean
  /** Whether its holder may hand it on */
  transferable: boolean
  admission: AdmissionRule
  /** The parts of the festival that it admits to */
  zones: string[]
  /** Whether tills sell it; null: they do. Of a new one that is hidden or free and does not say it: false */
  at_tills: boolean | null
}

export interface SaleTicket {
  payment_id: string
  entity_id: string
  name: string
  /** EUR that it was sold for */
  price: number
  /** The signed text of the ticket, as its QR code shows it */
  code: string | null
  /** For people to say and type; case and dashes do not matter */
  short_code: string | null
  /** Whether a gate let its holder in */
  admitted: boolean
  /** Whether it was given back */
  refunded: boolean
}

export interface Sales {
  festival_id: string
  currency: string
  totals: SalesTotals
  tiers: TierSales[]
  accommodations: AccommodationSales[]
  days: SalesDay[]
}

export interface SalesComparison {
  festival_id: string
  currency: string
  /** How many days before its start the festival is today */
  days_to_start: number
  edition: EditionSales
  /** Null: the festival has no `previous_edition_id` */
  previous_edition: EditionSales | null
}

export interface SalesDay {
  /** In the time zone of the festival */
  date: string
  /** Of what is sold now, what was bought on this day */
  sold: number
  /** EUR. Money that was taken, whatever was given back of it; points are no money */
  revenue: number
  /** EUR. Money that was given back */
  refunded: number
  /** EUR. What vouchers took off the price of what was paid */
  discounts: number
  /** Tickets that were admitted */
  validated: number
}

export interface SalesTotals {
  /** Sold, held and remaining: of what is archived, what was taken of it */
  quantity: number
  /** Paid for, and not given back in full */
  sold: number
  /** Being paid for */
  held: number
  /** Neither sold nor held; nothing of what is archived */
  remaining: number
  /** EUR. Money that was taken, whatever was given back of it; points are no money */
  revenue: number
  /** EUR. Money that was given back */
  refunded: number
  /** EUR. What vouchers took off the price of what was paid */
  discounts: number
  /** Tickets that were admitted */
  validated: number
}

export type ScanOutcome = 'admitted' | 'already_validated' | 'ask' | 'refused'

export interface ScanResult {
  /** Of this one scan: sent again, the same ticket gets the same answer */
  nonce: string
  result: ScanOutcome
  code: TicketRefusal | null
  payment_id: string | null
  tier: Named | null
  validated_at: string | null
  /** null where a device admitted */
  validated_by: string | null
  first: { at: string; gate: string | null } | null
  /** It was admitted offline, and should not have been */
  clash: boolean
  direction: GateDirection
  /** A part of the festival that gates lead into: `main`, or one that its managers name */
  zone: string
}

export type Scope = 'manage_subscriptions' | 'read_emails' | 'manage_rewards' | 'sell_to_guests'

export interface SearchAnswer {
  artists: FoundArtist[]
  festivals: FoundFestival[]
  genres: Genre[]
  /** As it was sent */
  query: string
}

export interface SearchQuery {
  /** Accents and case do not matter */
  for: string
}

export interface SecondFactor {
  /** Whether signing in asks for a code */
  enabled: boolean
  /** Since when; null: not */
  enabled_at: string | null
  recovery_codes_left: number
  /** Whether the user has to have one, and cannot remove it */
  required: boolean
}

export interface SellAtTillBody {
  /** Each entity once, 10 units in all */
  items: NewSaleItem[]
  means: TillMeans
  /** EUR. The cash that the buyer handed over, at least what it costs */
  tendered?: number | undefined
  /** A code */
  voucher?: string | undefined
  /** Where the tickets are mailed to; absent: nowhere */
  email?: string | undefined
  /** Why it costs nothing; required for complimentary */
  reason?: string | undefined
  /** Lets the holders in at once, as a gate does */
  admit?: boolean | undefined
}

export interface Seller {
  /** Street and number */
  street: string | null
  postcode: string | null
  city: string | null
  /** ISO 3166-1, in capitals */
  country: string | null
  /** With the prefix of its country; its check digits are checked, its existence is not */
  vat_id: string | null
  /** Of its tax office, where it has no VAT id */
  tax_number: string | null
  vat_scheme: VatScheme
  /** The sentence that documents of an exempt seller have to have */
  vat_note: string | null
  account_holder: string | null
  iban: string | null
  /** Not needed within the EEA */
  bic: string | null
  /** How the numbers of its documents begin */
  invoice_prefix: string | null
  /** Telephone number on its documents; XRechnung requires it */
  contact_phone: string | null
  /** What its documents still need; empty: nothing */
  missing: MissingSellerField[]
}

export interface ServeQueueRehearsalBody {
  /** So many places have their turn; it only grows. 0: it is only drawn */
  serving: number
}

export interface SetQueueBody {
  /** What can be bought in turn alone */
  tiers: string[]
  opens_at: string
  draw_at: string
  /** How many people may share a number; 1: each has their own */
  groups_of?: number | undefined
  source?: QueueSource | undefined
}

export interface SetUserPermissionsBody {
  permissions: Permission[]
}

export interface SetUserRolesBody {
  roles: 'admin'[]
}

export interface Settlement {
  id: string
  number: string
  organizer_id: string
  month: string
  created_at: string
  currency: string
  /** Units sold, without those returned */
  sold_count: number
  /** What buyers paid by card and bank transfer */
  sales: number
  /** What they got back, disputes that were lost included */
  refunds: number
  /** Fees of the processor that the organizer bears */
  fees: number
  /** Without VAT */
  commission: number
  /** The VAT on it */
  commission_vat: number
  /** `sales` − `refunds` − `fees` − `commission` − `commission_vat`: what the operator owes; negative: what the organizer does */
  due: number
  terms: SettlementTerms
  festivals: SettlementLine[]
  /** The transfer of `due`; null: none */
  payment: SettlementPayment | null
}

export interface SettlementLine {
  festival_id: string
  /** When the statement was made */
  name: string
  /** Units sold, without those returned */
  sold_count: number
  /** What buyers paid by card and bank transfer */
  sales: number
  /** What they got back, disputes that were lost included */
  refunds: number
}

export interface SettlementPayment {
  state: SettlementPaymentState
  /** When it was ordered */
  iban: string
  ordered_at: string
  paid_at: string | null
}

export type SettlementPaymentState = 'waiting' | 'ordered' | 'paid' | 'returned'

export interface SettlementTerms {
  /** Of what was sold and not refunded */
  commission_percent: number
  /** EUR, for each unit that was sold and not returned */
  commission_per_unit: number
  /** The VAT on the commission */
  commission_vat_percent: number
  /** true: the organizer bears the fees of the processor */
  passes_fees: boolean
}

export interface Shift {
  id: string
  festival_id: string
  /** Its name */
  till: string
  /** Who sells now, or sold last */
  seller: string
  /** EUR. The cash that it began with */
  float: number
  opened_at: string
  closed_at: string | null
  /** When its till last read it, to the minute; null: the till is not set up yet */
  last_seen_at: string | null
  /** EUR that were counted when it was closed */
  counted: number | null
  /** EUR. What was counted less what its books had then; null: it is open */
  difference: number | null
  /** The number of its last receipt */
  receipts: number
  books: ShiftBooks
  /** In the order of time */
  movements: ShiftMovementRecord[]
}

export interface ShiftBooks {
  cash: ShiftSales
  terminal: ShiftSales
  complimentary: ShiftSales
  /** EUR. Given back in cash */
  refunded_cash: number
  /** EUR. Given back at the card terminal */
  refunded_terminal: number
  /** EUR. Taken out of the drawer */
  drops: number
  /** EUR. Put into the drawer */
  additions: number
  /** EUR. What must be in the drawer */
  expected_cash: number
}

export type ShiftMovement = 'drop' | 'addition' | 'hand_over'

export interface ShiftMovementRecord {
  id: string
  kind: ShiftMovement
  /** EUR; null: of a hand-over */
  amount: number | null
  /** EUR, as it was counted at a hand-over; else null */
  counted: number | null
  reason: string | null
  /** Who did it; of a hand-over, who took over */
  seller: string
  at: string
}

export interface ShiftSales {
  /** Sales */
  count: number
  /** EUR. What they took */
  amount: number
}

export type ShopLack = 'IMPRINT_URL' | 'PRIVACY_URL'

export interface SignInAsGuestBody {
  /** The contact e-mail; a guest without one can hold an order, and has to say it to pay */
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | undefined
}

export interface SignInByCodeBody {
  email: string
  /** The six digits of the mail */
  code: string
  /** Of the request for the code, as it was answered. Guesses without it are those of any caller, and limited for the e-mail */
  request_id?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** Where the account has a second factor: a code of it */
  second_factor?: string | undefined
}

export interface SignInByPasskeyBody {
  credential: { id: string; rawId: string; type: 'public-key'; authenticatorAttachment?: string | null | undefined; clientExtensionResults?: Record<string, unknown> | undefined; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null | undefined } }
}

export interface SignInClientBody {
  client_id: string
  /** A publishable client has none */
  client_secret?: string | undefined
  /** Those of the client that the token has; absent: all */
  scopes?: Scope[] | undefined
  /** Life of the token in seconds, at most the usual one; absent: the usual one */
  expires_in?: number | undefined
}

export interface SignInUserBody {
  email: string
  password: string
  /** Where the account has a second factor, or has to: a code of it */
  code?: string | undefined
}

export interface SignedIn {
  id: string
  /** The client through which the user has signed in */
  client_name: string
  created_at: string
  /** UTC */
  last_used_on: string
  expires_at: string
  /** Whether a second factor was given */
  second_factor: boolean
  /** Whether it is the one that asks */
  current: boolean
}

export interface SoldPayment {
  id: string
  /** The order that it was charged with */
  order_id: string
  /** Of the order, for people and in the processor’s payouts; null for a short time after an update from a version without */
  order_number: string | null
  /** The processor’s id of the charge, as in its payouts; null: none, or not known */
  processor_id: string | null
  /** Its place in the order, from 1 */
  line: number
  status: PaymentStatus
  /** EUR, at most two decimals */
  amount: number
  currency: string
  payment_type: PaymentType
  entity_id: string
  /** Of the tier, the accommodation or the plan */
  entity_name: string | null
  festival: Named | null
  buyer: Buyer
  /** EUR that a voucher has taken off the price */
  discount: number
  /** The code of the voucher that it was bought with */
  voucher: string | null
  points_used: number
  /** EUR that were given back */
  refunded_amount: number
  /** EUR that refunds kept back for points that came with it and are spent */
  kept_amount: number
  failure: string | null
  /** Why staff have to look */
  needs_review: string | null
  createdAt: string
  is_validated: boolean
  validated_at: string | null
  validated_by: string | null
  /** That of what was bought, as it was then; null: not stated */
  vat: Vat | null
  /** EUR of VAT in `amount`, computed once for its order; null until it is paid */
  vat_amount: number | null
  /** EUR of VAT in what was given back */
  refunded_vat: number
  /** Who has the ticket since it was handed on; null: it is the buyer’s */
  holder: Holder | null
  /** The open offer of its ticket to another */
  transfer_id: string | null
}

export interface StandingAccess {
  kind: StandingAccessKind
  /** Of the device, or the e-mail that is invited; null: a calendar has none */
  name: string | null
  festival: Named | null
  created_at: string
}

export type StandingAccessKind = 'calendar' | 'gate_device' | 'till' | 'invitation'

export interface StreamActivityQuery {
  /** As the header Last-Event-ID, which goes before it: the id of the last message that arrived. What came after it is sent first. Anything that is no such id is as absent */
  last_event_id?: string | undefined
}

export interface StreamNotificationsQuery {
  /** As the header Last-Event-ID, which goes before it: the id of the last message that arrived. What came after it is sent first. Anything that is no such id is as absent */
  last_event_id?: string | undefined
}

export interface SubscribeToPushBody {
  /** An address of https that is not private */
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface Subscription {
  id: string
  name: string
  description: string | null
  /** EUR, at most two decimals */
  price: number
  duration: number
  duration_type: DurationType
  createdAt: string
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat: Vat | null
  /** The language of its own texts */
  language?: string | null | undefined
  translations?: Translations | undefined
}

export interface SuspendUserBody {
  suspended: boolean
}

export type TerminalResult = 'paid' | 'failed'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254'

export interface Texts {
  name?: string | undefined
  description?: string | undefined
  site_plan_description?: string | undefined
}

export interface TicketLink {
  /** Opens the file without headers until `expires_at`, however often; also with `HEAD` and `Range` */
  url: string
  expires_at: string
}

export type TicketLinkFile = 'pdf' | 'calendar' | 'pkpass' | 'google'

export type TicketRefusal = 'invalid_code' | 'wrong_festival' | 'not_a_ticket' | 'not_succeeded' | 'refunded' | 'revoked' | 'transferred' | 'wrong_zone' | 'too_early' | 'too_late' | 'already_validated' | 'another_day' | 'full'

export interface TicketReturn {
  id: string
  /** EUR that come back once another has bought it, whatever they pay: what was left of what was paid when it was given back, at most the price then. */
  amount: number
  /** Until when it is offered to one who waits; null: to none now */
  offered_until: string | null
  created_at: string
}

export interface Tier extends SaleTerms {
  id: string
  name: string
  /** EUR, at most two decimals */
  price: number
  quantity: number
  start_time: string | null
  end_time: string | null
  valid_since: string | null
  valid_until: string | null
  festival_id: string
  description: string | null
  translations?: Translations | undefined
}

export interface TierSales extends SalesTotals {
  ticket_id: string
  name: string
  /** EUR, at most two decimals */
  price: number
  /** The quantity it is offered with; of what is archived, the last one */
  offered: number
  /** No longer on offer */
  archived: boolean
}

export interface TierTexts {
  name?: string | null | undefined
  description?: string | null | undefined
}

export type TierTranslations = Record<string, TierTexts | null>

export interface TierWaiting {
  /** The id of the tier */
  entity_id: string
  name: string
  /** How many people wait */
  people: number
  /** How many tickets they wait for */
  units: number
  /** Offers that hold tickets now */
  offers_open: number
  /** Offers that were bought */
  offers_taken: number
  /** Offers that were not bought in time */
  offers_lapsed: number
}

export interface TillFestival {
  id: string
  name: string
  /** IANA name; times are told in it, and days are its own */
  time_zone: string
}

export interface TillItem {
  payment_type: TillItemType
  entity_id: string
  name: string
  /** EUR, at most two decimals */
  price: number
  /** On sale now; null: as many as are wanted */
  remaining: number | null
  /** Not in the shop */
  hidden: boolean
  /** Whether its sale window is open */
  on_sale: boolean
}

export type TillItemType = 'ticket' | 'accommodation'

export interface TillItems {
  festival: TillFestival
  /** Tiers in their order, then places to sleep */
  items: TillItem[]
}

export type TillMeans = 'cash' | 'terminal' | 'complimentary'

export interface TillPrint {
  /** That the printer has taken */
  bytes: number
}

export interface TillPrinter {
  name: string
}

export interface TillRefund {
  payment_id: string
  /** EUR to hand over: all that is left of it */
  amount: number
  means: TillMeans
  shift: Shift
}

export interface TillSale {
  id: string
  /** From 1 in each shift without a gap; null: it is not paid */
  receipt: number | null
  means: TillMeans
  status: TillSaleStatus
  /** EUR in all */
  amount: number
  /** EUR that the buyer handed over; null: not said */
  tendered: number | null
  /** EUR that the buyer gets back; null: not said */
  change: number | null
  /** Who sells */
  seller: string
  created_at: string
  sold_at: string | null
  /** Until when it holds its stock while it waits; else null */
  expires_at: string | null
  /** What the receipt says of VAT, by rate; empty: none, or it is not paid */
  vat: TillSaleVat[]
  tickets: SaleTicket[]
}

export type TillSaleStatus = 'waiting' | 'paid' | 'failed'

export interface TillSaleVat {
  /** Percent */
  rate: number
  /** EUR that was paid at this rate, its VAT included */
  amount: number
  /** EUR of VAT in it, computed once for the receipt */
  vat_amount: number
}

export interface Timetable {
  festival: TimetableFestival
  days: TimetableDay[]
}

export interface TimetableDay {
  /** In the time zone of the festival; what begins before 06:00 there belongs to the evening before. Null: still to be announced */
  date: string | null
  stages: TimetableStage[]
}

export interface TimetableFestival {
  id: string
  name: string
  start_time: string
  end_time: string
  cancelled_at: string | null
}

export interface TimetableGig {
  id: string
  start_time: string | null
  end_time: string | null
  /** On the bill its artist comes first, and large */
  headliner: boolean
  /** The place of its artist on the bill; null: after the others, by name */
  billing: number | null
  /** The act as it is billed; null: by the name of its artist */
  billing_text: string | null
  artist: GigArtist | null
  place: GigPlace | null
}

export interface TimetableStage {
  place: GigPlace | null
  gigs: TimetableGig[]
}

export interface Transfer {
  id: string
  payment_id: string
  direction: TransferDirection
  status: TransferStatus
  /** The e-mail it is offered to; null: deleted, 30 days after it ended */
  email: string | null
  /** Who offers it */
  sender_name: string
  festival: PaidFestival
  item: PaidItem
  created_at: string
  expires_at: string
  ended_at: string | null
}

export type TransferDirection = 'sent' | 'received'

export type TransferStatus = 'open' | 'accepted' | 'declined' | 'taken_back' | 'lapsed'

export type Translations = Record<string, Texts>

export interface UndoScanBody {
  payment_id: string
  /** Of this one scan: sent again, the same ticket gets the same answer */
  nonce?: string | undefined
  /** When the ticket passed, to the millisecond, where the nonce is not known */
  at?: string | undefined
  /** Noted in the audit log */
  reason: string
}

export interface UpdateAccommodationBody extends AccommodationDetails {
  name?: string | undefined
  price?: number | undefined
  quantity?: number | undefined
  festival_id?: string | undefined
}

export interface UpdateArtistBody extends ArtistDetails {
  name?: string | undefined
}

export interface UpdateAttendeeMessageBody {
  subject?: string | undefined
  /** Plain text: lines and paragraphs stay, and web addresses become links */
  text?: string | undefined
  /** Who has this tier or accommodation; null: any */
  entity_id?: string | null | undefined
  /** Who reads this language, English where none was chosen; null: any */
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | null | undefined
  /** Who is in the zone `main` when it is sent, or who is not; null: both. A person with several tickets counts by each */
  inside?: boolean | null | undefined
  /** Whether it also goes to people who had a message of this festival in the last 24 hours */
  urgent?: boolean | undefined
}

export interface UpdateBadgeBody extends BadgeDetails {
  name?: string | undefined
  event_type?: string | undefined
  target?: number | undefined
}

export interface UpdateChallengeBody extends ChallengeDetails {
  name?: string | undefined
  points?: number | undefined
}

export interface UpdateClientBody {
  name?: string | undefined
  scopes?: Scope[] | undefined
  /** Of a publishable client: from where pages may call, with https, or http on localhost */
  origins?: string[] | undefined
  /** Of a publishable client: requests without an Origin header are taken, such as those of apps */
  allow_without_origin?: boolean | undefined
  suspended?: boolean | undefined
}

export interface UpdateFestivalBody extends FestivalDetails {
  name?: string | undefined
  start_time?: string | undefined
  end_time?: string | undefined
  organizer_id?: string | undefined
  /** true: the end, the gigs, the days on which tickets admit and stays move with `start_time`; where it starts on another day, buyers may give back in full until `moved_refund_until` */
  move?: boolean | undefined
  /** With `move`: until when buyers may give back in full; 14 days from now where it is earlier or left out. Without `move` it is not looked at, so that what was read may be written back */
  moved_refund_until?: string | null | undefined
}

export interface UpdateGuestBody {
  /** The contact e-mail; a guest without one can hold an order, and has to say it to pay */
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | undefined
}

export interface UpdateOrganizerBody {
  id?: string | undefined
  name?: string | undefined
  description?: string | null | undefined
  legal_name?: string | null | undefined
  legal_address?: string | null | undefined
  contact_email?: string | null | undefined
  terms_url?: string | null | undefined
  privacy_url?: string | null | undefined
  photo?: string | null | Blob | undefined
}

export interface UpdateOrganizerManagerBody {
  /** Whether everyone may read the e-mail of this manager */
  show_email: boolean
}

export interface UpdateOrganizerMemberBody {
  role?: MemberRole | undefined
  /** Whether an accountant may refund; false for the others */
  may_refund?: boolean | undefined
}

export interface UpdateSellerBody {
  /** Street and number */
  street?: string | null | undefined
  postcode?: string | null | undefined
  city?: string | null | undefined
  /** ISO 3166-1, in capitals */
  country?: string | null | undefined
  /** With the prefix of its country; its check digits are checked, its existence is not */
  vat_id?: string | null | undefined
  /** Of its tax office, where it has no VAT id */
  tax_number?: string | null | undefined
  vat_scheme?: VatScheme | undefined
  /** The sentence that documents of an exempt seller have to have */
  vat_note?: string | null | undefined
  account_holder?: string | null | undefined
  iban?: string | null | undefined
  /** Not needed within the EEA */
  bic?: string | null | undefined
  /** How the numbers of its documents begin */
  invoice_prefix?: string | null | undefined
  /** Telephone number on its documents; XRechnung requires it */
  contact_phone?: string | null | undefined
}

export interface UpdateSettlementTermsBody {
  /** Of what was sold and not refunded */
  commission_percent?: number | undefined
  /** EUR, for each unit that was sold and not returned */
  commission_per_unit?: number | undefined
  /** The VAT on the commission */
  commission_vat_percent?: number | undefined
  /** true: the organizer bears the fees of the processor */
  passes_fees?: boolean | undefined
}

export interface UpdateSubscriptionBody {
  name?: string | undefined
  description?: string | null | undefined
  price?: number | undefined
  duration?: number | undefined
  duration_type?: DurationType | undefined
  /** The rate that the price includes, or the reason why there is none; null: it is not stated */
  vat?: NewVat | null | undefined
  /** The language of its own texts */
  language?: string | null | undefined
  translations?: OfferTranslations | undefined
}

export interface UpdateUserBody {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  city?: string | null | undefined
  country?: string | null | undefined
  language?: 'en' | 'de' | 'fr' | 'es' | 'it' | null | undefined
}

export interface UpdateVoucherBody extends VoucherSettings {
}

export interface UpdateWebhookBody extends WebhookSettings {
  /** Takes POST requests. https, at an address of the open internet */
  url?: string | undefined
}

export interface UploadScansAnswer {
  results: ScanResult[]
}

export interface UploadScansBody {
  festival_id: string
  /** Answers as otherwise, and changes nothing: to try a device */
  practice?: boolean | undefined
  scans: NewScan[]
}

export interface User extends ListedUser {
  phone: string | null
  address: string | null
  city: string | null
  country: string | null
  language: 'en' | 'de' | 'fr' | 'es' | 'it' | null
  /** When the e-mail was first confirmed; null: it has not been */
  email_proven_at: string | null
}

export interface UserLevel {
  level: number
  /** All that was ever earned and not taken back by a refund */
  points: number
  /** What the next level takes; 0 at the top */
  next_level_points: number
  /** Of all levels, in their order; those of the levels reached are active */
  benefits: Benefit[]
}

export interface UserRights extends ListedUser {
  permissions: string[]
  /** When the e-mail was first confirmed; null: it has not been */
  email_proven_at: string | null
  suspended: boolean
}

export interface UserToken {
  token: string
  tokenType: string
  /** Life of the token in seconds */
  expiresIn: number
  headerName: string
}

export interface ValidatePaymentAnswer {
  id: string
  is_validated: boolean
  validated_at: string
  validated_by: string
}

export interface ValidatePaymentBody {
  /** Of this one scan: sent again, the same ticket gets the same answer */
  nonce?: string | undefined
}

export interface Vat {
  /** Percent, at most two decimals. The price includes it */
  rate: number | null
  /** Why there is no VAT on it, as on the receipt */
  exemption: string | null
}

export type VatScheme = 'standard' | 'exempt'

export interface Voucher {
  id: string
  name: string | null
  /** Null where it has several: those are in its CSV */
  code: string | null
  /** How many codes it has */
  codes: number
  /** Percent off the price of each unit, rounded to the cent in the buyer’s favour */
  percent: number | null
  /** EUR off the price of each unit, at most the price */
  amount: number | null
  /** EUR that each unit costs with it, where that is less than its price */
  price: number | null
  /** Whether hidden tiers and accommodations that it is for can be bought with it */
  opens: boolean
  /** The tiers and accommodations that it is for; null: all of the festival */
  entity_ids: string[] | null
  /** How many units may be bought with each code; null: as many as one likes */
  max_uses: number | null
  /** How many of them one person may buy; null: as many as they like */
  max_per_person: number | null
  /** From when it is valid; null: at once */
  starts_at: string | null
  /** Until when it is valid; null: until it is ended */
  ends_at: string | null
  /** When it was ended; null: it was not */
  ended_at: string | null
  /** Units that are being paid for with it */
  held: number
  /** Units that are paid with it, and not given back in full */
  used: number
  created_at: string
}

export interface VoucherCheck {
  /** For how many units it can still be used; null: for any number */
  remaining: number | null
  /** How many units one person may buy with it; null: any number */
  max_per_person: number | null
  /** Until when it is valid; null: no end is known */
  ends_at: string | null
  /** What it gives something for, as far as that is on offer */
  items: VoucherItem[]
}

export interface VoucherItem {
  payment_type: PaymentType
  entity_id: string
  name: string
  description: string | null
  /** EUR, without the voucher */
  price: number
  /** EUR, with it */
  reduced_price: number
  /** Bought with a voucher alone */
  hidden: boolean
  /** Neither sold nor held */
  remaining: number
  /** How many one order may have */
  max_per_order: number
  /** When its sale begins; null: it has begun */
  sale_starts_at: string | null
  /** When its sale ends; null: it does not */
  sale_ends_at: string | null
}

export interface VoucherSettings {
  name?: string | null | undefined
  /** Percent off the price of each unit, rounded to the cent in the buyer’s favour */
  percent?: number | null | undefined
  /** EUR off the price of each unit, at most the price */
  amount?: number | null | undefined
  /** EUR that each unit costs with it, where that is less than its price */
  price?: number | null | undefined
  /** Whether hidden tiers and accommodations that it is for can be bought with it */
  opens?: boolean | undefined
  /** The tiers and accommodations that it is for; null: all of the festival */
  entity_ids?: string[] | null | undefined
  /** How many units may be bought with each code; null: as many as one likes */
  max_uses?: number | null | undefined
  /** How many of them one person may buy; null: as many as they like */
  max_per_person?: number | null | undefined
  /** From when it is valid; null: at once */
  starts_at?: string | null | undefined
  /** Until when it is valid; null: until it is ended */
  ends_at?: string | null | undefined
}

export interface WaitingEntry {
  id: string
  festival_id: string
  /** The id of the tier */
  entity_id: string
  /** How many: all of them are offered at once */
  quantity: number
  status: WaitingStatus
  /** In line, from 1; null once it does not wait any more */
  position: number | null
  /** When the offer ends; null: there was none */
  expires_at: string | null
  created_at: string
}

export interface WaitingFestival {
  id: string
  name: string
  start_time: string
}

export interface WaitingList {
  festival_id: string
  /** Those that people wait or waited for */
  tiers: TierWaiting[]
}

export type WaitingStatus = 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left' | 'ended'

export type Wallet = 'pkpass' | 'google'

export interface Webhook {
  id: string
  /** Takes POST requests. https, at an address of the open internet */
  url: string
  description: string | null
  /** The types it is sent; null: all types, including those that are added later */
  events: WebhookEventType[] | null
  /** It is sent only events of this organizer; null: of all */
  organizer_id: string | null
  enabled: boolean
  /** Why the service has disabled it: it answered 410, or failed for three days */
  disabled_reason: 'gone' | 'failing' | null
  failing_since: string | null
  missed: MissedEvents | null
  old_secret_ends_at: string | null
  created_at: string
  /** The earlier name of `created_at` @deprecated */
  createdAt: string
}

export interface WebhookAttempt {
  number: number
  at: string
  duration_ms: number
  status: number | null
  /** How the answer begins: 1,000 characters */
  answer: string | null
  error: string | null
}

export interface WebhookDelivery {
  id: string
  webhook_id: string
  /** Sent as webhook-id, each time */
  event_id: string
  type: string
  timestamp: string
  /** missed: the service had disabled the endpoint; a replay sends it */
  status: 'pending' | 'delivered' | 'failed' | 'missed'
  attempts: number
  /** Of the answer to the last attempt */
  last_status: number | null
  /** Why there was no answer */
  last_error: string | null
  next_attempt_at: string | null
  finished_at: string | null
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** The body of each request */
  message: Record<string, unknown>
  /** Oldest first */
  attempted: WebhookAttempt[]
}

export interface WebhookEvent {
  /** A type of events, or webhook.test */
  type: 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.refund_failed' | 'order.succeeded' | 'order.failed' | 'payment.disputed' | 'payment.dispute_closed' | 'document.issued' | 'ticket.validated' | 'ticket.admitted' | 'ticket.returned' | 'ticket.transferred' | 'waiting_list.offered' | 'shift.closed' | 'subscription.started' | 'festival.published' | 'festival.updated' | 'festival.cancelled' | 'festival.deleted' | 'lineup.changed' | 'organizer.created' | 'organizer.updated' | 'organizer.deleted' | 'webhook.test'
  summary: string
  /** JSON schema of the message */
  schema: Record<string, unknown>
}

export type WebhookEventType = 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.refund_failed' | 'order.succeeded' | 'order.failed' | 'payment.disputed' | 'payment.dispute_closed' | 'document.issued' | 'ticket.validated' | 'ticket.admitted' | 'ticket.returned' | 'ticket.transferred' | 'waiting_list.offered' | 'shift.closed' | 'subscription.started' | 'festival.published' | 'festival.updated' | 'festival.cancelled' | 'festival.deleted' | 'lineup.changed' | 'organizer.created' | 'organizer.updated' | 'organizer.deleted'

export interface WebhookSettings {
  description?: string | null | undefined
  /** The types it is sent; null: all types, including those that are added later */
  events?: WebhookEventType[] | null | undefined
  /** It is sent only events of this organizer; null: of all */
  organizer_id?: string | null | undefined
  enabled?: boolean | undefined
}

export interface WebhookWithSecret extends Webhook {
  /** Verifies signatures. Shown once: store it now */
  secret: string
}

export interface WriteOffLeaseBody {
  reason: string
}

export interface Zone {
  /** A part of the festival that gates lead into: `main`, or one that its managers name */
  name: string
  /** How many people may be inside; null: no limit is known */
  capacity: number | null
  /** Whether gates refuse the way in beyond the capacity, with the code `full`; those without a network cannot know */
  refuses_when_full: boolean
  /** How many people are inside, as the gates that have reported say */
  inside: number
  state: ZoneState
}

export type ZoneState = 'open' | 'nearly_full' | 'full'

/** What each operation takes and gives. */
export interface Operations {
  /** Take an accommodation off the offer; who has paid for it keeps it */
  'DELETE /accommodations/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete an artist; its gigs keep their slot without it */
  'DELETE /artists/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete a client; its tokens end everywhere */
  'DELETE /clients/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete a festival; payments and tickets stay readable */
  'DELETE /festivals/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Take a device away; its token ends everywhere */
  'DELETE /festivals/{id}/gate-devices/{deviceId}': {
    params: [id: string, deviceId: string]
    answer: Message
  }
  /** Take a user off a festival's gate, or leave it */
  'DELETE /festivals/{id}/gate-staff/{userId}': {
    params: [id: string, userId: string]
    answer: Message
  }
  /** Delete a draft of a message */
  'DELETE /festivals/{id}/messages/{message_id}': {
    params: [id: string, message_id: string]
    answer: Message
  }
  /** Sell without a queue again; all numbers are void */
  'DELETE /festivals/{id}/queue': {
    params: [id: string]
    answer: Message
  }
  /** Delete a rehearsal, its numbers and its notifications */
  'DELETE /festivals/{id}/queue/rehearsal': {
    params: [id: string]
    answer: Message
  }
  /** Take a ticket tier off the offer, also a hidden one; tickets of it stay valid */
  'DELETE /festivals/{id}/tiers/{tierId}': {
    params: [id: string, tierId: string]
    answer: Message
  }
  /** End a voucher: none of its codes can be used any more */
  'DELETE /festivals/{id}/vouchers/{voucherId}': {
    params: [id: string, voucherId: string]
    answer: Message
  }
  /** Do not want to see a gig any more */
  'DELETE /gigs/{id}/heart': {
    params: [id: string]
    answer: Message
  }
  /** Unfollow, by the id of the interest */
  'DELETE /interest/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Take an invitation back, or decline it with the e-mail it is for */
  'DELETE /invitations/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Give up one of one’s own orders that is not paid yet; what it holds is free again */
  'DELETE /orders/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete an organizer that has no festivals left */
  'DELETE /organizers/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Take a manager away, or leave; an organizer without managers is the staff’s */
  'DELETE /organizers/{id}/managers/{userId}': {
    params: [id: string, userId: string]
    answer: Message
  }
  /** End the role of a person in an organizer, or one’s own */
  'DELETE /organizers/{id}/members/{userId}': {
    params: [id: string, userId: string]
    answer: Message
  }
  /** Give up one of one’s own purchases that is not paid yet; what it holds is free again */
  'DELETE /payments/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Take back a return: the ticket stays one’s own */
  'DELETE /payments/{id}/return': {
    params: [id: string]
    answer: Message
  }
  /** Take a badge away from everybody */
  'DELETE /rewards/badges/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete a challenge; one that was claimed is deactivated instead */
  'DELETE /rewards/challenges/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Make events of a type worth nothing from now on */
  'DELETE /rewards/rules/{event_type}': {
    params: [event_type: string]
    answer: Message
  }
  /** Take a membership plan off the offer; who has paid for it keeps it */
  'DELETE /subscriptions/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Take back an offer of a ticket, or decline it with the e-mail it is for */
  'DELETE /transfers/{id}': {
    params: [id: string]
    answer: Message
  }
  /** End the address of the user’s own calendar */
  'DELETE /users/i/calendar': {
    params: []
    answer: Message
  }
  /** Remove a passkey: it signs in no more */
  'DELETE /users/i/passkeys/{passkeyId}': {
    params: [passkeyId: string]
    answer: Message
  }
  /** Let a browser show notifications no more */
  'DELETE /users/i/push-subscriptions/{id}': {
    params: [id: string]
    answer: Message
  }
  /** End a session of the user, also the one that asks */
  'DELETE /users/i/sessions/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Erase one's own account; what was paid and earned stays, anonymous */
  'DELETE /users/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Remove the second factor, recovery codes and passkeys of a user; admins alone */
  'DELETE /users/{id}/second-factor': {
    params: [id: string]
    answer: Message
  }
  /** Leave a waiting list, or give up an offer */
  'DELETE /waiting-list/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Delete an endpoint, with the log of what was sent there */
  'DELETE /webhooks/{id}': {
    params: [id: string]
    answer: Message
  }
  /** Accommodations by name: all, or those of a festival */
  'GET /accommodations': {
    params: []
    query: ListAccommodationsQuery
    answer: Accommodation[]
  }
  /** An accommodation and how many remain */
  'GET /accommodations/{id}': {
    params: [id: string]
    query: GetAccommodationQuery
    answer: Accommodation
  }
  /** What happens: payments, admissions and changes of festivals, newest first */
  'GET /activity': {
    params: []
    query: ListActivityQuery
    answer: ListActivityAnswer
  }
  /** What happens as it happens, as Server-Sent Events */
  'GET /activity/sse': {
    params: []
    query: StreamActivityQuery
    answer: ReadableStream<Uint8Array>
  }
  /** All artists with their genres, by name */
  'GET /artists': {
    params: []
    query: ListArtistsQuery
    answer: Artist[]
  }
  /** An artist with its genres */
  'GET /artists/{id}': {
    params: [id: string]
    answer: Artist
  }
  /** Organizers that may, or would like to, announce for an artist; those who wait first */
  'GET /artists/{id}/announcers': {
    params: [id: string]
    query: ListAnnouncersQuery
    answer: Announcer[]
  }
  /** Who changed what, newest first; for admins */
  'GET /audit': {
    params: []
    query: ListAuditEntriesQuery
    answer: ListAuditEntriesAnswer
  }
  /** Entries of imported statements, the newest first */
  'GET /bank/entries': {
    params: []
    query: ListBankEntriesQuery
    answer: ListBankEntriesAnswer
  }
  /** Files of transfers, and what waits for the next one */
  'GET /bank/files': {
    params: []
    answer: ListBankFilesAnswer
  }
  /** A file of transfers, with its content */
  'GET /bank/files/{id}': {
    params: [id: string]
    answer: BankFileContent
  }
  /** Calling applications with their secrets, by name */
  'GET /clients': {
    params: []
    query: ListClientsQuery
    answer: Client[]
  }
  /** An invoice or a credit note as PDF/A-3 with its XML inside, as it was issued */
  'GET /documents/{id}.pdf': {
    params: [id: string]
    answer: Blob
  }
  /** An invoice or a credit note as XML (EN 16931, CII), as it was issued */
  'GET /documents/{id}.xml': {
    params: [id: string]
    query: GetDocumentXmlQuery
    answer: Blob
  }
  /** Festivals by start, whole or light for a map */
  'GET /festivals': {
    params: []
    query: ListFestivalsQuery
    answer: FestivalPage | FestivalMap | Festival[]
  }
  /** A festival with its gigs, places and ticket tiers */
  'GET /festivals/{id}': {
    params: [id: string]
    query: GetFestivalQuery
    answer: Festival
  }
  /** Who plays at a festival, each once, by name or as its bill has them */
  'GET /festivals/{id}/artists': {
    params: [id: string]
    query: ListFestivalArtistsQuery
    answer: ListFestivalArtistsAnswer
  }
  /** Who has the tickets of a festival, the latest bought first, for its managers and sales staff */
  'GET /festivals/{id}/attendees': {
    params: [id: string]
    query: ListAttendeesQuery
    answer: ListAttendeesAnswer
  }
  /** Who has the tickets of a festival that are found, for a spreadsheet */
  'GET /festivals/{id}/attendees.csv': {
    params: [id: string]
    query: GetAttendeesCsvQuery
    answer: Blob
  }
  /** What is left of each ticket tier, at most a second old */
  'GET /festivals/{id}/availability': {
    params: [id: string]
    answer: Availability[]
  }
  /** The festival and its gigs for a calendar program */
  'GET /festivals/{id}/calendar.ics': {
    params: [id: string]
    query: GetCalendarQuery
    answer: Blob
  }
  /** How far the refunds of a cancelled festival are, for its managers and accountants */
  'GET /festivals/{id}/cancellation': {
    params: [id: string]
    answer: GetCancellationAnswer
  }
  /** One day of the timetable, earliest first, in pages, and which days there are */
  'GET /festivals/{id}/day': {
    params: [id: string]
    query: GetDayQuery
    answer: GetDayAnswer
  }
  /** Invoices and credit notes of a festival, newest first, for managers and accountants of the seller */
  'GET /festivals/{id}/documents': {
    params: [id: string]
    query: ListFestivalDocumentsQuery
    answer: ListFestivalDocumentsAnswer
  }
  /** The documents of a festival that are found, for a spreadsheet, newest first */
  'GET /festivals/{id}/documents.csv': {
    params: [id: string]
    query: GetFestivalDocumentsCsvQuery
    answer: Blob
  }
  /** PDF and XML of the documents of a festival that are found, in an archive */
  'GET /festivals/{id}/documents.zip': {
    params: [id: string]
    query: GetFestivalDocumentsZipQuery
    answer: Blob
  }
  /** The devices at a festival's gate, newest first */
  'GET /festivals/{id}/gate-devices': {
    params: [id: string]
    answer: GateDevice[]
  }
  /** The people at a festival's gate, newest first */
  'GET /festivals/{id}/gate-staff': {
    params: [id: string]
    answer: GateStaff[]
  }
  /** The gigs of a festival that the user wants to see, by start */
  'GET /festivals/{id}/hearts': {
    params: [id: string]
    answer: ListHeartsAnswer
  }
  /** Who is invited to work at a festival's gate, newest first */
  'GET /festivals/{id}/invitations': {
    params: [id: string]
    answer: Invitation[]
  }
  /** The stock that tills of a festival have set aside, newest first */
  'GET /festivals/{id}/leases': {
    params: [id: string]
    answer: Lease[]
  }
  /** The messages to the people who have a ticket of a festival, newest first, for its managers */
  'GET /festivals/{id}/messages': {
    params: [id: string]
    query: ListAttendeeMessagesQuery
    answer: ListAttendeeMessagesAnswer
  }
  /** A message with what became of it, for managers */
  'GET /festivals/{id}/messages/{message_id}': {
    params: [id: string, message_id: string]
    answer: AttendeeMessage
  }
  /** How many would get a message now, and how it would read, for managers */
  'GET /festivals/{id}/messages/{message_id}/preview': {
    params: [id: string, message_id: string]
    answer: MessagePreview
  }
  /** Payments of a festival, newest first, for its managers, accountants and sales staff */
  'GET /festivals/{id}/payments': {
    params: [id: string]
    query: ListFestivalPaymentsQuery
    answer: ListFestivalPaymentsAnswer
  }
  /** The payments of a festival that are found, for a spreadsheet, newest first */
  'GET /festivals/{id}/payments.csv': {
    params: [id: string]
    query: GetFestivalPaymentsCsvQuery
    answer: Blob
  }
  /** The queue of a festival: how far it is, and when to ask again */
  'GET /festivals/{id}/queue': {
    params: [id: string]
    query: GetQueueQuery
    answer: Queue
  }
  /** A challenge to solve before one enters, as ALTCHA has them */
  'GET /festivals/{id}/queue/challenge': {
    params: [id: string]
    query: GetQueueChallengeQuery
    answer: QueueChallenge
  }
  /** The entries of a draw as hashes, a part of them */
  'GET /festivals/{id}/queue/entries': {
    params: [id: string]
    query: ListQueueEntriesQuery
    answer: QueueEntries
  }
  /** One’s own number in a queue, with its receipt */
  'GET /festivals/{id}/queue/place': {
    params: [id: string]
    query: GetQueuePlaceQuery
    answer: QueuePlace
  }
  /** All that a draw is checked with, apart from its entries */
  'GET /festivals/{id}/queue/proof': {
    params: [id: string]
    query: GetQueueProofQuery
    answer: QueueProof
  }
  /** What a festival sold in a month, or in all, by kind, VAT and means of payment, for its managers and accountants */
  'GET /festivals/{id}/report': {
    params: [id: string]
    query: GetReportQuery
    answer: Report
  }
  /** The report of a festival for a spreadsheet, for its managers and accountants */
  'GET /festivals/{id}/report.csv': {
    params: [id: string]
    query: GetReportCsvQuery
    answer: Blob
  }
  /** The report of a festival to print, for its managers and accountants */
  'GET /festivals/{id}/report.pdf': {
    params: [id: string]
    query: GetReportPdfQuery
    answer: Blob
  }
  /** What a festival has sold, by tier, accommodation and day, for its managers, accountants and sales staff */
  'GET /festivals/{id}/sales': {
    params: [id: string]
    query: GetSalesQuery
    answer: Sales
  }
  /** What a festival has sold, payment by payment, for a spreadsheet, the oldest first, for its managers, accountants and sales staff */
  'GET /festivals/{id}/sales.csv': {
    params: [id: string]
    query: GetSalesCsvQuery
    answer: Blob
  }
  /** What a festival and its edition before had sold so many days before they began, for its managers, accountants and sales staff */
  'GET /festivals/{id}/sales/compared': {
    params: [id: string]
    answer: SalesComparison
  }
  /** The shifts of the tills of a festival with their books, newest first */
  'GET /festivals/{id}/shifts': {
    params: [id: string]
    answer: Shift[]
  }
  /** A festival with the first of its gigs, places and ticket tiers, and how many there are */
  'GET /festivals/{id}/summary': {
    params: [id: string]
    query: GetFestivalSummaryQuery
    answer: Festival
  }
  /** Who plays when and where: by day, then by stage */
  'GET /festivals/{id}/timetable': {
    params: [id: string]
    answer: Timetable
  }
  /** The vouchers of a festival with their uses, newest first, for its managers */
  'GET /festivals/{id}/vouchers': {
    params: [id: string]
    query: ListVouchersQuery
    answer: ListVouchersAnswer
  }
  /** What the code of a voucher gives at a festival, with the hidden tiers it opens */
  'GET /festivals/{id}/vouchers/check': {
    params: [id: string]
    query: CheckVoucherQuery
    answer: VoucherCheck
  }
  /** A voucher with its uses, for managers */
  'GET /festivals/{id}/vouchers/{voucherId}': {
    params: [id: string, voucherId: string]
    answer: Voucher
  }
  /** The codes of a voucher with the uses of each, for a spreadsheet, for managers */
  'GET /festivals/{id}/vouchers/{voucherId}/codes.csv': {
    params: [id: string, voucherId: string]
    query: GetVoucherCodesCsvQuery
    answer: Blob
  }
  /** How many people wait for each tier of a festival, for its managers, accountants and sales staff */
  'GET /festivals/{id}/waiting-list': {
    params: [id: string]
    answer: WaitingList
  }
  /** Admissions made offline that should have been refused, latest first */
  'GET /gate/{festivalId}/clashes': {
    params: [festivalId: string]
    query: ListClashesQuery
    answer: Clash[]
  }
  /** The zones of a festival, `main` first, and how many people are inside of each */
  'GET /gate/{festivalId}/inside': {
    params: [festivalId: string]
    answer: Zone[]
  }
  /** How many people were inside a zone in the course of a day */
  'GET /gate/{festivalId}/inside/{zone}': {
    params: [festivalId: string, zone: string]
    query: GetInsideHistoryQuery
    answer: InsideHistory
  }
  /** What a gate needs to admit without a network; a device sends its token as a user does */
  'GET /gate/{festivalId}/manifest': {
    params: [festivalId: string]
    query: GetGateManifestQuery
    answer: Manifest
  }
  /** All genres, by name */
  'GET /genres': {
    params: []
    query: ListGenresQuery
    answer: Genre[]
  }
  /** Gigs by start, upcoming ones or those of a month; those to be announced last */
  'GET /gigs': {
    params: []
    query: ListGigsQuery
    answer: ListGigsAnswer
  }
  /** The artists with the most upcoming gigs */
  'GET /gigs/chart': {
    params: []
    query: GetChartQuery
    answer: GetChartAnswer
  }
  /** Whether the process answers */
  'GET /health/live': {
    params: []
    answer: IsLiveAnswer
  }
  /** Whether it may be sent requests: the database takes writes and has space, and the process is not stopping */
  'GET /health/ready': {
    params: []
    answer: IsReadyAnswer
  }
  /** What the user follows, newest first */
  'GET /interest': {
    params: []
    query: ListInterestsQuery
    answer: ListedInterest[]
  }
  /** Mail caught in development, newest first; for admins */
  'GET /mail': {
    params: []
    query: ListMailQuery
    answer: ListMailAnswer
  }
  /** A mail caught in development; for admins */
  'GET /mail/{id}': {
    params: [id: string]
    answer: CaughtMail
  }
  /** A file that is attached to a mail caught in development; for admins */
  'GET /mail/{id}/attachments/{place}': {
    params: [id: string, place: string]
    answer: Blob
  }
  /** The user's notifications, newest first */
  'GET /notifications': {
    params: []
    query: ListNotificationsQuery
    answer: Notification[]
  }
  /** Notifications as they come, as Server-Sent Events */
  'GET /notifications/sse': {
    params: []
    query: StreamNotificationsQuery
    answer: ReadableStream<Uint8Array>
  }
  /** How many notifications are unread, for the badge on an icon */
  'GET /notifications/unread': {
    params: []
    answer: CountUnreadNotificationsAnswer
  }
  /** Months of the operator, who sells memberships, whose documents are final, newest first; needs `manage_money` */
  'GET /operator/closed-months': {
    params: []
    answer: ClosedMonths
  }
  /** Bookings of a closed month of the operator for DATEV; needs `manage_money` */
  'GET /operator/datev.csv': {
    params: []
    query: GetOperatorDatevQuery
    answer: Blob
  }
  /** One’s own orders with their payments, newest first */
  'GET /orders': {
    params: []
    query: ListOrdersQuery
    answer: ListOrdersAnswer
  }
  /** One of one’s own orders */
  'GET /orders/{id}': {
    params: [id: string]
    answer: Order
  }
  /** What the documents of an order say of its buyer */
  'GET /orders/{id}/billing': {
    params: [id: string]
    answer: BillingDetails
  }
  /** Invoices and credit notes of an order, for its buyer and for managers and accountants of the seller */
  'GET /orders/{id}/documents': {
    params: [id: string]
    answer: OrderDocuments
  }
  /** The tickets of one's own order to print, a page each */
  'GET /orders/{id}/tickets.pdf': {
    params: [id: string]
    answer: Blob
  }
  /** All organizers with their managers, by name */
  'GET /organizers': {
    params: []
    query: ListOrganizersQuery
    answer: Organizer[]
  }
  /** An organizer with its managers */
  'GET /organizers/{id}': {
    params: [id: string]
    answer: Organizer
  }
  /** Months of a seller whose documents are final, newest first; for its managers, accountants and admins */
  'GET /organizers/{id}/closed-months': {
    params: [id: string]
    answer: ClosedMonths
  }
  /** Bookings of a closed month of a seller for DATEV; for its managers, accountants and admins */
  'GET /organizers/{id}/datev.csv': {
    params: [id: string]
    query: GetDatevQuery
    answer: Blob
  }
  /** Who is invited to manage an organizer, or to a role in it, newest first */
  'GET /organizers/{id}/invitations': {
    params: [id: string]
    answer: Invitation[]
  }
  /** Who has a role in an organizer beside manager; for its managers and admins */
  'GET /organizers/{id}/members': {
    params: [id: string]
    answer: OrganizerMember[]
  }
  /** What invoices and transfers say of an organizer; for its managers, accountants and admins */
  'GET /organizers/{id}/seller': {
    params: [id: string]
    answer: Seller
  }
  /** What the operator keeps of the sales of an organizer; for its managers and accountants, and with `manage_money` */
  'GET /organizers/{id}/settlement-terms': {
    params: [id: string]
    answer: SettlementTerms
  }
  /** One’s own payments, newest first */
  'GET /payments': {
    params: []
    query: ListPaymentsQuery
    answer: Payment[]
  }
  /** All payments, newest first, memberships included; for admins */
  'GET /payments/all': {
    params: []
    query: ListAllPaymentsQuery
    answer: ListAllPaymentsAnswer
  }
  /** The payments that are found among all, for a spreadsheet, newest first; for admins */
  'GET /payments/all.csv': {
    params: []
    query: GetAllPaymentsCsvQuery
    answer: Blob
  }
  /** What a page needs to take a payment */
  'GET /payments/config': {
    params: []
    answer: GetPaymentConfigAnswer
  }
  /** One of one’s own payments */
  'GET /payments/{id}': {
    params: [id: string]
    answer: Payment
  }
  /** The invoice that was requested for what a till sold, as PDF/A-3 */
  'GET /payments/{id}/invoice.pdf': {
    params: [id: string]
    answer: Blob
  }
  /** The code of one's own ticket as a picture: SVG, or PNG for callers who ask for that */
  'GET /payments/{id}/qr': {
    params: [id: string]
    answer: Blob
  }
  /** The code of one's own ticket, at least 600 pixels wide */
  'GET /payments/{id}/qr.png': {
    params: [id: string]
    answer: Blob
  }
  /** The code of one's own ticket, sharp at any size */
  'GET /payments/{id}/qr.svg': {
    params: [id: string]
    answer: Blob
  }
  /** What a refund would give back and keep back; nothing changes */
  'GET /payments/{id}/refund': {
    params: [id: string]
    query: PreviewRefundQuery
    answer: PreviewRefundAnswer
  }
  /** One's own ticket to print */
  'GET /payments/{id}/ticket.pdf': {
    params: [id: string]
    answer: Blob
  }
  /** What happened to a payment, for its buyer and the organizer */
  'GET /payments/{id}/timeline': {
    params: [id: string]
    answer: PaymentEvent[]
  }
  /** What the processor has paid out, newest first; needs `manage_money` */
  'GET /payouts': {
    params: []
    query: ListPayoutsQuery
    answer: ListPayoutsAnswer
  }
  /** Charges, refunds, disputes and fees in the balance at the processor, newest first; needs `manage_money` */
  'GET /payouts/entries': {
    params: []
    query: ListPayoutEntriesQuery
    answer: ListPayoutEntriesAnswer
  }
  /** The entries that are found, for a spreadsheet, newest first; needs `manage_money` */
  'GET /payouts/entries.csv': {
    params: []
    query: GetPayoutEntriesCsvQuery
    answer: Blob
  }
  /** When the payouts of each processor were read last; needs `manage_money` */
  'GET /payouts/sync': {
    params: []
    answer: GetPayoutSyncAnswer
  }
  /** All badges, and how far one has come with each */
  'GET /rewards/badges': {
    params: []
    answer: Badge[]
  }
  /** How many have begun and unlocked each badge */
  'GET /rewards/badges/uptake': {
    params: []
    answer: ListBadgeUptakeAnswer
  }
  /** A badge and what it counts */
  'GET /rewards/badges/{id}': {
    params: [id: string]
    answer: BadgeRule
  }
  /** How many have begun and unlocked a badge, day by day */
  'GET /rewards/badges/{id}/uptake': {
    params: [id: string]
    answer: BadgeUptake
  }
  /** Challenges, newest first */
  'GET /rewards/challenges': {
    params: []
    query: ListChallengesQuery
    answer: Challenge[]
  }
  /** How often a challenge was claimed, day by day */
  'GET /rewards/challenges/{id}/uptake': {
    params: [id: string]
    answer: ChallengeUptake
  }
  /** The level one has reached, and what the next one takes */
  'GET /rewards/level': {
    params: []
    answer: UserLevel
  }
  /** The levels with their benefits */
  'GET /rewards/levels': {
    params: []
    answer: ListLevelsAnswer
  }
  /** The points one has, earned and spent */
  'GET /rewards/points': {
    params: []
    answer: GetPointsAnswer
  }
  /** What events are worth, by their type */
  'GET /rewards/rules': {
    params: []
    answer: PointRule[]
  }
  /** Artists, festivals and genres by name, and what a genre of that name leads to */
  'GET /search': {
    params: []
    query: SearchQuery
    answer: SearchAnswer
  }
  /** The monthly statements of organizers, newest first; needs `manage_money`, and of an organizer its managers see them */
  'GET /settlements': {
    params: []
    query: ListSettlementsQuery
    answer: ListSettlementsAnswer
  }
  /** A monthly statement; for managers and accountants of its organizer, and with `manage_money` */
  'GET /settlements/{id}': {
    params: [id: string]
    answer: Settlement
  }
  /** A monthly statement to print; for managers and accountants of its organizer, and with `manage_money` */
  'GET /settlements/{id}/statement.pdf': {
    params: [id: string]
    answer: Blob
  }
  /** A shift with its books, for its till and for managers */
  'GET /shifts/{id}': {
    params: [id: string]
    answer: Shift
  }
  /** What a till sells, with what hides from the shop */
  'GET /shifts/{id}/items': {
    params: [id: string]
    answer: TillItems
  }
  /** The tickets of a sale in the commands of a receipt printer, or a test page */
  'GET /shifts/{id}/print-data': {
    params: [id: string]
    query: GetPrintDataQuery
    answer: Blob
  }
  /** The printers that a till prints on through the service */
  'GET /shifts/{id}/printers': {
    params: [id: string]
    answer: TillPrinter[]
  }
  /** A sale of a till with the codes of its tickets */
  'GET /shifts/{id}/sales/{saleId}': {
    params: [id: string, saleId: string]
    answer: TillSale
  }
  /** The tickets of a sale to print, a page each */
  'GET /shifts/{id}/sales/{saleId}/tickets.pdf': {
    params: [id: string, saleId: string]
    query: PrintSaleQuery
    answer: Blob
  }
  /** The membership plans on offer, by name */
  'GET /subscriptions': {
    params: []
    query: ListSubscriptionsQuery
    answer: Subscription[]
  }
  /** A membership plan */
  'GET /subscriptions/{id}': {
    params: [id: string]
    query: GetSubscriptionQuery
    answer: Subscription
  }
  /** The tickets that one holds, bought or given, the latest bought first */
  'GET /tickets': {
    params: []
    query: ListHeldTicketsQuery
    answer: ListHeldTicketsAnswer
  }
  /** Tickets that one offers and is offered, newest first; none to an e-mail that is not confirmed */
  'GET /transfers': {
    params: []
    query: ListTransfersQuery
    answer: Transfer[]
  }
  /** Users, newest first; e-mails only for a client with the scope read_emails */
  'GET /users': {
    params: []
    query: ListUsersQuery
    answer: ListedUser[]
  }
  /** Accounts with their rights, newest first, for those who manage them */
  'GET /users/all': {
    params: []
    query: ListAccountsQuery
    answer: ListAccountsAnswer
  }
  /** The signed-in user, with points, level, badges, permissions and interests */
  'GET /users/i': {
    params: []
    answer: CurrentUser
  }
  /** Whether the user’s own calendar has an address, and since when */
  'GET /users/i/calendar': {
    params: []
    answer: CalendarAddress
  }
  /** Everything that is stored about the signed-in user, as a file */
  'GET /users/i/export': {
    params: []
    answer: ExportUserAnswer
  }
  /** Upcoming festivals and gigs, what the user follows first; the two page separately */
  'GET /users/i/feed': {
    params: []
    query: GetFeedQuery
    answer: GetFeedAnswer
  }
  /** Festivals the user works for, drafts, past and cancelled ones too, with what was sold */
  'GET /users/i/festivals': {
    params: []
    query: ListManagedFestivalsQuery
    answer: ListManagedFestivalsAnswer
  }
  /** Invitations to one's own e-mail, newest first; none while it is not confirmed */
  'GET /users/i/invitations': {
    params: []
    answer: Invitation[]
  }
  /** What the user is told, by topic: as notification, by browsers, by mail */
  'GET /users/i/notification-settings': {
    params: []
    answer: ListNotificationSettingsAnswer
  }
  /** Organizers the user may change, by name */
  'GET /users/i/organizers': {
    params: []
    query: ListManagedOrganizersQuery
    answer: ListManagedOrganizersAnswer
  }
  /** The passkeys of the user */
  'GET /users/i/passkeys': {
    params: []
    answer: ListPasskeysAnswer
  }
  /** The user's browsers that show notifications, and the key to subscribe with */
  'GET /users/i/push-subscriptions': {
    params: []
    answer: ListPushSubscriptionsAnswer
  }
  /** What one day brought at all festivals whose sales the user may see, in sum */
  'GET /users/i/sales': {
    params: []
    query: GetDaySalesQuery
    answer: DaySales
  }
  /** Whether the user has a second factor, and has to have one */
  'GET /users/i/second-factor': {
    params: []
    answer: SecondFactor
  }
  /** Where the user is signed in, the newest first; a hundred at most */
  'GET /users/i/sessions': {
    params: []
    answer: ListSessionsAnswer
  }
  /** What opens something of the account without its password, newest first; 200 at most */
  'GET /users/i/standing-access': {
    params: []
    answer: ListStandingAccessAnswer
  }
  /** Who is invited to the role admin or a permission, newest first; admins alone */
  'GET /users/invitations': {
    params: []
    answer: Invitation[]
  }
  /** The signed-in user, with points, level, badges, permissions and interests */
  'GET /users/me': {
    params: []
    answer: CurrentUser
  }
  /** All that there is of a person: their account, purchases, rewards and sign-ins */
  'GET /users/{id}/record': {
    params: [id: string]
    answer: PersonRecord
  }
  /** What one waits for, and was offered, newest first */
  'GET /waiting-list': {
    params: []
    query: ListWaitingEntriesQuery
    answer: ListWaitingEntriesAnswer
  }
  /** One’s place on a waiting list, with its position or its offer */
  'GET /waiting-list/{id}': {
    params: [id: string]
    answer: WaitingEntry
  }
  /** Endpoints that hear of events, oldest first */
  'GET /webhooks': {
    params: []
    answer: Webhook[]
  }
  /** A delivery with its message and each attempt */
  'GET /webhooks/deliveries/{id}': {
    params: [id: string]
    answer: WebhookDeliveryDetail
  }
  /** The types of events, with the schema of their messages */
  'GET /webhooks/events': {
    params: []
    answer: WebhookEvent[]
  }
  /** An endpoint that hears of events */
  'GET /webhooks/{id}': {
    params: [id: string]
    answer: Webhook
  }
  /** What was sent to an endpoint in the last 30 days, newest first */
  'GET /webhooks/{id}/deliveries': {
    params: [id: string]
    query: ListWebhookDeliveriesQuery
    answer: ListWebhookDeliveriesAnswer
  }
  /** Offer an accommodation at a festival one manages */
  'POST /accommodations': {
    params: []
    body: CreateAccommodationBody
    answer: Accommodation
  }
  /** Create one artist, or several: all of them or none */
  'POST /artists': {
    params: []
    body: ArtistBody | ArtistsBody | undefined
    answer: Artist | Artist[]
  }
  /** Merge an artist into another one, which is answered for its id from then on */
  'POST /artists/{id}/merge': {
    params: [id: string]
    body: MergeArtistBody
    answer: Artist
  }
  /** Exchange a client's id and secret for a client token */
  'POST /auth/client': {
    params: []
    body: SignInClientBody
    answer: ClientToken
  }
  /** Mail six digits to sign in with, for ten minutes */
  'POST /auth/code': {
    params: []
    body: MailSignInCodeBody
    answer: MailSignInCodeAnswer
  }
  /** Exchange the six digits of the mail for a user token, and make the account if there is none */
  'POST /auth/code/verify': {
    params: []
    body: SignInByCodeBody
    answer: UserToken
  }
  /** Confirm one's e-mail with the token that was mailed to it */
  'POST /auth/confirm-email': {
    params: []
    body: ConfirmEmailBody
    answer: Message
  }
  /** Mail a reset token to the account with this e-mail, if there is one */
  'POST /auth/forgot-password': {
    params: []
    body: ForgotPasswordBody
    answer: Message
  }
  /** Begin to buy without an account: a user token for a day */
  'POST /auth/guest': {
    params: []
    body: SignInAsGuestBody | undefined
    answer: UserToken
  }
  /** End the user token of this request */
  'POST /auth/logout': {
    params: []
    answer: Message
  }
  /** Exchange what a passkey has signed for a user token */
  'POST /auth/passkey': {
    params: []
    body: SignInByPasskeyBody
    answer: UserToken
  }
  /** Options with which a browser signs in by a passkey, within five minutes */
  'POST /auth/passkey/options': {
    params: []
    answer: OfferPasskeySignInAnswer
  }
  /** Set a new password with the token from the reset mail; ends all tokens of the user */
  'POST /auth/reset-password': {
    params: []
    body: ResetPasswordBody
    answer: Message
  }
  /** A secret for an authenticator app, which waits ten minutes for its first code */
  'POST /auth/second-factor': {
    params: []
    body: OfferSecondFactorBody
    answer: OfferedSecret
  }
  /** Exchange an e-mail and a password for a user token */
  'POST /auth/user': {
    params: []
    body: SignInUserBody
    answer: UserToken
  }
  /** Decide about an entry that is open */
  'POST /bank/entries/{id}/decision': {
    params: [id: string]
    body: DecideBankEntryBody
    answer: BankEntry
  }
  /** Gather the refunds that wait into a file for the bank */
  'POST /bank/files': {
    params: []
    answer: BankFileContent
  }
  /** Say that a file was handed in at the bank */
  'POST /bank/files/{id}/handed-in': {
    params: [id: string]
    answer: BankFile
  }
  /** Import a statement of the bank account */
  'POST /bank/statements': {
    params: []
    body: ImportBankStatementBody
    answer: BankStatementResult
  }
  /** Create a client; its secret, if it has one, is shown this once */
  'POST /clients': {
    params: []
    body: CreateClientBody
    answer: CreatedClient
  }
  /** Give a client a new secret, shown this once; the old ones end after the overlap */
  'POST /clients/{id}/rotate': {
    params: [id: string]
    body: RotateClientBody | undefined
    answer: ClientWithSecret
  }
  /** Create a festival under an organizer one manages */
  'POST /festivals': {
    params: []
    body: CreateFestivalBody
    answer: Festival
  }
  /** Cancel a festival: its sales close, what was paid is refunded, holders are told */
  'POST /festivals/{id}/cancel': {
    params: [id: string]
    body: CancelFestivalBody | undefined
    answer: Festival
  }
  /** Give tickets or places to sleep for nothing to the owner of an e-mail, by mail */
  'POST /festivals/{id}/complimentary': {
    params: [id: string]
    body: GiveComplimentaryBody
    answer: Complimentary
  }
  /** Make the next edition of a festival: a draft with its places, tickets and terms */
  'POST /festivals/{id}/duplicate': {
    params: [id: string]
    body: DuplicateFestivalBody
    answer: Festival
  }
  /** Set up a device for a festival's gate; its token is shown once */
  'POST /festivals/{id}/gate-devices': {
    params: [id: string]
    body: AddGateDeviceBody
    answer: AddGateDeviceAnswer
  }
  /** Answer for a device, so that it does not end with the rights of the user who set it up */
  'POST /festivals/{id}/gate-devices/{deviceId}/take-over': {
    params: [id: string, deviceId: string]
    answer: GateDevice
  }
  /** Invite to work at a festival's gate, by e-mail */
  'POST /festivals/{id}/gate-staff': {
    params: [id: string]
    body: AddGateStaffBody
    answer: Invitation
  }
  /** Set stock aside for a till, which sells it without a network */
  'POST /festivals/{id}/leases': {
    params: [id: string]
    body: LeaseStockBody
    answer: LeaseStockAnswer
  }
  /** Import the line-up of a festival from a file */
  'POST /festivals/{id}/lineup': {
    params: [id: string]
    body: ImportLineupBody
    answer: LineupResult
  }
  /** Read a line-up from a file, and see what importing it would change */
  'POST /festivals/{id}/lineup/preview': {
    params: [id: string]
    body: PreviewLineupBody
    answer: LineupPreview
  }
  /** Write a message to the people who have a ticket: a draft, until it is sent */
  'POST /festivals/{id}/messages': {
    params: [id: string]
    body: CreateAttendeeMessageBody
    answer: AttendeeMessage
  }
  /** Send a message to its recipients; from then on it stays as it is */
  'POST /festivals/{id}/messages/{message_id}/send': {
    params: [id: string, message_id: string]
    answer: AttendeeMessage
  }
  /** Mail a message to oneself, as its recipients would get it */
  'POST /festivals/{id}/messages/{message_id}/test': {
    params: [id: string, message_id: string]
    answer: Message
  }
  /** Take a number in a queue; again: the same number */
  'POST /festivals/{id}/queue': {
    params: [id: string]
    body: EnterQueueBody
    answer: QueuePlace
  }
  /** Share the number of a group, and give up one’s own */
  'POST /festivals/{id}/queue/group': {
    params: [id: string]
    body: JoinQueueGroupBody
    answer: QueuePlace
  }
  /** Rehearse a queue before it opens, with numbers of no one */
  'POST /festivals/{id}/queue/rehearsal': {
    params: [id: string]
    body: BeginQueueRehearsalBody
    answer: Queue
  }
  /** Open a shift of a till, and give the till its token */
  'POST /festivals/{id}/shifts': {
    params: [id: string]
    body: OpenShiftBody
    answer: OpenShiftAnswer
  }
  /** Create a voucher with a code of one’s own, or with up to 10,000 random ones */
  'POST /festivals/{id}/vouchers': {
    params: [id: string]
    body: CreateVoucherBody | undefined
    answer: Voucher
  }
  /** Wait for tickets of a tier that is sold out */
  'POST /festivals/{id}/waiting-list': {
    params: [id: string]
    body: JoinWaitingListBody
    answer: WaitingEntry
  }
  /** Scans of a gate, each with its own result; the same nonce again gives the first result */
  'POST /gate/scans': {
    params: []
    body: UploadScansBody
    answer: UploadScansAnswer
  }
  /** Admit a ticket that was found, by the name of its holder; as a scan of it */
  'POST /gate/{festivalId}/admit': {
    params: [festivalId: string]
    body: AdmitByNameBody
    answer: ScanResult
  }
  /** Find tickets by a short code, a name or an e-mail; it is noted who looked */
  'POST /gate/{festivalId}/find': {
    params: [festivalId: string]
    body: FindTicketsBody
    answer: FindTicketsAnswer
  }
  /** Take back that a ticket went through a gate, for two minutes */
  'POST /gate/{festivalId}/undo': {
    params: [festivalId: string]
    body: UndoScanBody
    answer: Message
  }
  /** Follow an artist, an organizer or a genre; again: 200 with the existing record */
  'POST /interest': {
    params: []
    body: FollowBody
    answer: Interest
  }
  /** Accept an invitation with the token that was mailed */
  'POST /invitations/accept': {
    params: []
    body: AcceptInvitationBody
    answer: Message
  }
  /** Accept an invitation to one's own confirmed e-mail; one's other tokens end */
  'POST /invitations/{id}/accept': {
    params: [id: string]
    answer: Message
  }
  /** Say what a till has sold from a lease */
  'POST /leases/{id}/report': {
    params: [id: string]
    body: ReportLeaseBody
    answer: LeaseReport
  }
  /** End a lease without its till: what it has not reported is revoked, and free */
  'POST /leases/{id}/write-off': {
    params: [id: string]
    body: WriteOffLeaseBody
    answer: Lease
  }
  /** A ticket that opens the stream once, for pages that cannot send headers with it */
  'POST /notifications/sse-ticket': {
    params: []
    answer: GetStreamTicketAnswer
  }
  /** Close a month of the operator; needs `manage_money` */
  'POST /operator/closed-months': {
    params: []
    body: NewClosedMonth
    answer: ClosedMonth
  }
  /** Buy several tickets, places to sleep and memberships at once */
  'POST /orders': {
    params: []
    body: CreateOrderBody
    answer: Order
  }
  /** Pay an order that is held */
  'POST /orders/{id}/pay': {
    params: [id: string]
    body: PayOrderBody | undefined
    answer: Order
  }
  /** Give back what is left of each payment of an order that the caller may refund */
  'POST /orders/{id}/refund': {
    params: [id: string]
    body: RefundOrderBody | undefined
    answer: OrderRefund
  }
  /** Send the mail of a paid order to its buyer again, with the tickets they hold */
  'POST /orders/{id}/resend': {
    params: [id: string]
    answer: Message
  }
  /** Create an organizer; its creator is its first manager */
  'POST /organizers': {
    params: []
    body: CreateOrganizerBody
    answer: Organizer
  }
  /** Close a month of a seller; for admins */
  'POST /organizers/{id}/closed-months': {
    params: [id: string]
    body: NewClosedMonth
    answer: ClosedMonth
  }
  /** Invite a manager, by e-mail; for managers of the organizer and admins */
  'POST /organizers/{id}/managers': {
    params: [id: string]
    body: AddOrganizerManagerBody
    answer: Invitation
  }
  /** Invite to a role in an organizer, by e-mail; for its managers and admins */
  'POST /organizers/{id}/members': {
    params: [id: string]
    body: AddOrganizerMemberBody
    answer: Invitation
  }
  /** Make the statement of a month for an organizer; needs `manage_money` */
  'POST /organizers/{id}/settlements': {
    params: [id: string]
    body: CreateSettlementBody
    answer: Settlement
  }
  /** Buy a ticket, a place to sleep or a membership */
  'POST /payments': {
    params: []
    body: CreatePaymentBody
    answer: Payment
  }
  /** The processor’s signed events */
  'POST /payments/webhook': {
    params: []
    answer: ReceiveProcessorEventAnswer
  }
  /** Give back what one has bought, as `cancelable` of the payment says */
  'POST /payments/{id}/cancel': {
    params: [id: string]
    answer: Payment
  }
  /** Request the invoice of what a till sold, for its till and for managers */
  'POST /payments/{id}/invoice': {
    params: [id: string]
    body: BillingChange | undefined
    answer: SaleInvoice
  }
  /** An address that opens a file of one’s own ticket for a minute */
  'POST /payments/{id}/link': {
    params: [id: string]
    body: LinkTicketBody
    answer: TicketLink
  }
  /** Give a payment back, in full or in part */
  'POST /payments/{id}/refund': {
    params: [id: string]
    body: RefundPaymentBody | undefined
    answer: Payment
  }
  /** Give a ticket that one has bought and holds to the next on the waiting list */
  'POST /payments/{id}/return': {
    params: [id: string]
    answer: TicketReturn
  }
  /** Offer a ticket to the owner of an e-mail, who is told */
  'POST /payments/{id}/transfer': {
    params: [id: string]
    body: OfferTicketBody
    answer: Transfer
  }
  /** Read the payouts of the processor now, as a job does each day; needs `manage_money` */
  'POST /payouts/sync': {
    params: []
    answer: Message
  }
  /** Make a badge; it also counts what happened before */
  'POST /rewards/badges': {
    params: []
    body: CreateBadgeBody
    answer: BadgeRule
  }
  /** Make a challenge; its code is shown this once */
  'POST /rewards/challenges': {
    params: []
    body: CreateChallengeBody
    answer: CreateChallengeAnswer
  }
  /** Claim a challenge by its code, once */
  'POST /rewards/challenges/claim/{code}': {
    params: [code: string]
    answer: ClaimChallengeAnswer
  }
  /** Record what a user did; it may award points and advance badges */
  'POST /rewards/events': {
    params: []
    body: RecordEventBody
    answer: RecordEventAnswer
  }
  /** Have what a statement owes transferred by the next file for the bank; needs `manage_money` */
  'POST /settlements/{id}/payment': {
    params: [id: string]
    answer: Settlement
  }
  /** Note cash that is taken out of the drawer of a till or put into it */
  'POST /shifts/{id}/cash': {
    params: [id: string]
    body: MoveCashBody
    answer: Shift
  }
  /** Close a shift with the cash that was counted; its token ends */
  'POST /shifts/{id}/close': {
    params: [id: string]
    body: CloseShiftBody
    answer: Shift
  }
  /** Hand a till over to the next seller, with the cash as both have counted it */
  'POST /shifts/{id}/hand-over': {
    params: [id: string]
    body: HandOverShiftBody
    answer: Shift
  }
  /** Print the tickets of a sale, or a test page, through the service */
  'POST /shifts/{id}/prints': {
    params: [id: string]
    body: PrintAtTillBody
    answer: TillPrint
  }
  /** Give back what a till of the festival sold, out of this shift */
  'POST /shifts/{id}/refunds': {
    params: [id: string]
    body: RefundAtTillBody
    answer: TillRefund
  }
  /** Sell tickets and places to sleep at a till */
  'POST /shifts/{id}/sales': {
    params: [id: string]
    body: SellAtTillBody
    answer: TillSale
  }
  /** Put a membership plan on offer */
  'POST /subscriptions': {
    params: []
    body: CreateSubscriptionBody
    answer: Subscription
  }
  /** Accept a ticket that is offered to one's own confirmed e-mail: its earlier code ends */
  'POST /transfers/{id}/accept': {
    params: [id: string]
    answer: HeldTicket
  }
  /** Register; e-mails are unique whatever their case, and one is confirmed by mail */
  'POST /users': {
    params: []
    body: CreateUserBody
    answer: User
  }
  /** A new address for the user’s own calendar; the one before ends */
  'POST /users/i/calendar': {
    params: []
    answer: NewCalendarAddress
  }
  /** Add the passkey that a browser has made */
  'POST /users/i/passkeys': {
    params: []
    body: AddPasskeyBody
    answer: Passkey
  }
  /** Options with which a browser makes a passkey, within five minutes */
  'POST /users/i/passkeys/options': {
    params: []
    answer: OfferPasskeyAnswer
  }
  /** Let a browser show the notifications of the user; again: nothing changes */
  'POST /users/i/push-subscriptions': {
    params: []
    body: SubscribeToPushBody
    answer: PushSubscription
  }
  /** Ten new recovery codes for a code of the second factor; those before work no more */
  'POST /users/i/second-factor/recovery-codes': {
    params: []
    body: RenewRecoveryCodesBody
    answer: RenewRecoveryCodesAnswer
  }
  /** Remove the second factor and the recovery codes, for a code */
  'POST /users/i/second-factor/removal': {
    params: []
    body: RemoveOwnSecondFactorBody
    answer: Message
  }
  /** Say whether it is to stay or to end, all of it */
  'POST /users/i/standing-access/review': {
    params: []
    body: ReviewStandingAccessBody
    answer: Message
  }
  /** Invite to the role admin or a permission, by e-mail; admins alone */
  'POST /users/invitations': {
    params: []
    body: InviteToRightBody
    answer: Invitation
  }
  /** Mail the confirmation of one's e-mail again */
  'POST /users/{id}/email-confirmation': {
    params: [id: string]
    answer: Message
  }
  /** Change one's own photo; null takes it away */
  'POST /users/{id}/photo': {
    params: [id: string]
    body: ChangeUserPhotoBody | Blob
    answer: User
  }
  /** Create an endpoint; its secret is shown this once */
  'POST /webhooks': {
    params: []
    body: CreateWebhookBody
    answer: WebhookWithSecret
  }
  /** Send an event to an endpoint once more, with the same id */
  'POST /webhooks/deliveries/{id}/redeliver': {
    params: [id: string]
    answer: WebhookDelivery
  }
  /** Send at once what has failed or was missed since a time, or waits for its next attempt */
  'POST /webhooks/{id}/replay': {
    params: [id: string]
    body: ReplayWebhookBody
    answer: ReplayWebhookAnswer
  }
  /** Give an endpoint a new secret, shown this once; both sign until the old one ends */
  'POST /webhooks/{id}/rotate': {
    params: [id: string]
    body: RotateWebhookSecretBody | undefined
    answer: WebhookWithSecret
  }
  /** Send an endpoint a webhook.test event */
  'POST /webhooks/{id}/test': {
    params: [id: string]
    answer: WebhookDelivery
  }
  /** Change an accommodation */
  'PUT /accommodations/{id}': {
    params: [id: string]
    body: UpdateAccommodationBody | undefined
    answer: Accommodation
  }
  /** Change an artist; genres are replaced as a whole */
  'PUT /artists/{id}': {
    params: [id: string]
    body: UpdateArtistBody | undefined
    answer: Artist
  }
  /** Let an organizer announce for an artist, or refuse */
  'PUT /artists/{id}/announcers/{organizerId}': {
    params: [id: string, organizerId: string]
    body: DecideAnnouncerBody
    answer: Announcer
  }
  /** Change one's password, which ends all one's other tokens */
  'PUT /auth/change-password': {
    params: []
    body: ChangePasswordBody
    answer: Message
  }
  /** Correct the contact e-mail and the names of a guest */
  'PUT /auth/guest': {
    params: []
    body: UpdateGuestBody | undefined
    answer: Guest
  }
  /** Put the secret to use with its first code, and sign in */
  'PUT /auth/second-factor': {
    params: []
    body: ConfirmSecondFactorBody
    answer: EnrolledToken
  }
  /** Rename a client, set its scopes or origins, suspend it or let it in again */
  'PUT /clients/{id}': {
    params: [id: string]
    body: UpdateClientBody | undefined
    answer: Client
  }
  /** Change a festival; places, gigs and tickets replace the previous set */
  'PUT /festivals/{id}': {
    params: [id: string]
    body: UpdateFestivalBody | undefined
    answer: Festival
  }
  /** Change a draft of a message */
  'PUT /festivals/{id}/messages/{message_id}': {
    params: [id: string, message_id: string]
    body: UpdateAttendeeMessageBody | undefined
    answer: AttendeeMessage
  }
  /** Sell tickets in turn, by a queue whose order is drawn, or change that queue */
  'PUT /festivals/{id}/queue': {
    params: [id: string]
    body: SetQueueBody
    answer: Queue
  }
  /** Draw a rehearsal at once, and give turns in it */
  'PUT /festivals/{id}/queue/rehearsal': {
    params: [id: string]
    body: ServeQueueRehearsalBody
    answer: Queue
  }
  /** Change a voucher; what was bought with it stays as it is */
  'PUT /festivals/{id}/vouchers/{voucherId}': {
    params: [id: string, voucherId: string]
    body: UpdateVoucherBody | undefined
    answer: Voucher
  }
  /** Make or change a part of a festival that gates lead into; `main` is always there */
  'PUT /festivals/{id}/zones/{zone}': {
    params: [id: string, zone: string]
    body: PutZoneBody | undefined
    answer: Zone
  }
  /** Want to see a gig; again: what is given is changed, all else stays */
  'PUT /gigs/{id}/heart': {
    params: [id: string]
    body: GiveHeartBody | undefined
    answer: Heart
  }
  /** Mark all notifications as read */
  'PUT /notifications/read-all': {
    params: []
    answer: ReadAllNotificationsAnswer
  }
  /** Mark a notification as read */
  'PUT /notifications/{id}/read': {
    params: [id: string]
    answer: ReadNotificationAnswer
  }
  /** Change what the documents of an order say of its buyer */
  'PUT /orders/{id}/billing': {
    params: [id: string]
    body: BillingChange | undefined
    answer: BillingDetails
  }
  /** Hold an order with another voucher, or with none */
  'PUT /orders/{id}/voucher': {
    params: [id: string]
    body: ChangeOrderVoucherBody
    answer: Order
  }
  /** Change an organizer; its id is permanent */
  'PUT /organizers/{id}': {
    params: [id: string]
    body: UpdateOrganizerBody | undefined
    answer: Organizer
  }
  /** Approve an organizer, or take that back */
  'PUT /organizers/{id}/approved': {
    params: [id: string]
    body: ApproveOrganizerBody
    answer: Organizer
  }
  /** Say whether one's own e-mail is shown as a manager's */
  'PUT /organizers/{id}/managers/{userId}': {
    params: [id: string, userId: string]
    body: UpdateOrganizerManagerBody
    answer: Organizer
  }
  /** Change the role of a person in an organizer; for its managers and admins */
  'PUT /organizers/{id}/members/{userId}': {
    params: [id: string, userId: string]
    body: UpdateOrganizerMemberBody | undefined
    answer: OrganizerMember
  }
  /** Change what invoices and transfers say of an organizer */
  'PUT /organizers/{id}/seller': {
    params: [id: string]
    body: UpdateSellerBody | undefined
    answer: Seller
  }
  /** Change what the operator keeps of the sales of an organizer; needs `manage_money` */
  'PUT /organizers/{id}/settlement-terms': {
    params: [id: string]
    body: UpdateSettlementTermsBody | undefined
    answer: SettlementTerms
  }
  /** Mark the ticket of a payment as used; for those who work at the gate */
  'PUT /payments/{id}/validate': {
    params: [id: string]
    body: ValidatePaymentBody | undefined
    answer: ValidatePaymentAnswer
  }
  /** Change a badge; everybody's progress follows at once */
  'PUT /rewards/badges/{id}': {
    params: [id: string]
    body: UpdateBadgeBody | undefined
    answer: BadgeRule
  }
  /** Change a challenge; claims that were made stay */
  'PUT /rewards/challenges/{id}': {
    params: [id: string]
    body: UpdateChallengeBody | undefined
    answer: Challenge
  }
  /** Replace all levels */
  'PUT /rewards/levels': {
    params: []
    body: ReplaceLevelsBody
    answer: ReplaceLevelsAnswer
  }
  /** Say what events of a type are worth from now on */
  'PUT /rewards/rules/{event_type}': {
    params: [event_type: string]
    body: PutRuleBody
    answer: PointRule
  }
  /** Say what became of a sale at the card terminal */
  'PUT /shifts/{id}/sales/{saleId}': {
    params: [id: string, saleId: string]
    body: ConcludeSaleBody
    answer: TillSale
  }
  /** Change a membership plan */
  'PUT /subscriptions/{id}': {
    params: [id: string]
    body: UpdateSubscriptionBody | undefined
    answer: Subscription
  }
  /** Switch what the user is told of a topic on or off */
  'PUT /users/i/notification-settings/{topic}': {
    params: [topic: string]
    body: ChangeNotificationSettingBody | undefined
    answer: NotificationSetting
  }
  /** Change one's own account */
  'PUT /users/{id}': {
    params: [id: string]
    body: UpdateUserBody | undefined
    answer: User
  }
  /** Correct the contact e-mail of a guest that has bought something */
  'PUT /users/{id}/guest-email': {
    params: [id: string]
    body: CorrectGuestEmailBody
    answer: Guest
  }
  /** Set the permissions given to a user; admins alone */
  'PUT /users/{id}/permissions': {
    params: [id: string]
    body: SetUserPermissionsBody
    answer: UserRights
  }
  /** Give or take the role admin; admins alone */
  'PUT /users/{id}/roles': {
    params: [id: string]
    body: SetUserRolesBody
    answer: UserRights
  }
  /** Suspend an account, which signs it out everywhere, or let it in again */
  'PUT /users/{id}/suspended': {
    params: [id: string]
    body: SuspendUserBody
    answer: UserRights
  }
  /** Change an endpoint, disable it or enable it again */
  'PUT /webhooks/{id}': {
    params: [id: string]
    body: UpdateWebhookBody | undefined
    answer: Webhook
  }
}
