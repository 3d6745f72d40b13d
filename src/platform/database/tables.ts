// Printed from migrations/ by `npm run db:types`. Do not edit.
import type { ColumnType, Generated, Kysely } from 'kysely'

type Point = ColumnType<{ x: number; y: number }, string, string>

export interface Tables {
  accommodations: {
    id: string
    festival_id: string
    name: string
    type: string | null
    description: string | null
    price_cents: number
    quantity: number
    sold: Generated<number>
    held: Generated<number>
    capacity: number | null
    check_in: Date | null
    check_out: Date | null
    amenities: Generated<string[]>
    photo: string | null
    created_at: Generated<Date>
    archived_at: Date | null
    hidden: Generated<boolean>
    max_per_order: Generated<number>
    max_per_person: number | null
    vat: unknown | null
    refundable: Generated<boolean>
    transferable: Generated<boolean>
    translations: unknown | null
    admission: Generated<string>
    zones: Generated<string[]>
    at_tills: boolean | null
    search_name: Generated<string>
  }
  announcements: {
    festival_id: string
    artist_id: string
    start_times: Date[]
  }
  announcers: {
    artist_id: string
    organizer_id: string
    is_approved: boolean | null
    asked_at: Date | null
    decided_at: Date | null
  }
  artist_aliases: {
    id: string
    artist_id: string
    name: string
    source: string | null
    merged_at: Date
  }
  artist_genres: {
    artist_id: string
    genre_id: string
  }
  artists: {
    id: string
    name: string
    search_name: string
    photo: string | null
    bio: string | null
    music_streaming: string | null
    audio_sharing: string | null
    video_sharing: string | null
    source: string | null
    created_by: string | null
    created_at: Generated<Date>
  }
  audit_log: {
    id: string
    at: Date
    actor: string
    user_id: string | null
    client_id: string | null
    device_id: string | null
    action: string
    entity_type: string
    entity_id: string | null
    festival_id: string | null
    organizer_id: string | null
    changes: unknown
  }
  backups: {
    id: string
    made_at: Date
    file: string
    bytes: number
    rows: number
    jobs: number
    photos: number | null
    with_key: boolean
  }
  badges: {
    id: string
    name: string
    description: string | null
    photo: string | null
    event_type: string
    entity_type: string | null
    target: number
    created_at: Generated<Date>
  }
  balance_entries: {
    id: string
    processor: string
    payout_id: string | null
    kind: string
    category: string
    cents: string
    fee_cents: string
    currency: string
    created_at: Date
    source: string | null
    charge: string | null
    description: string | null
  }
  bank_charges: {
    key: string
    cents: number
    is_cancelled: Generated<boolean>
    paid_at: Date | null
    payer_name: string | null
    payer_iban: string | null
  }
  bank_entries: {
    id: string
    key: string
    statement_id: string
    booked_on: string
    cents: number
    name: string | null
    iban: string | null
    text: string
    charges_cents: number
    is_reversal: boolean
    return_reason: string | null
    state: string
    reason: string
    order_id: string | null
    decision: string | null
    decided_at: Date | null
  }
  bank_files: {
    id: string
    created_at: Date
    handed_in_at: Date | null
    transfers: number
    cents: number
    content: string
  }
  bank_refunds: {
    key: string
    charge: string | null
    cents: number
    created_at: Date
    done_at: Date | null
    refused: string | null
    entry_id: string | null
    file_id: string | null
    about: string | null
    payee_name: string | null
    payee_iban: string | null
    payee_bic: string | null
    text: string | null
  }
  bank_statements: {
    id: string
    name: string
    imported_at: Date
  }
  calendar_feeds: {
    user_id: string
    hash: Buffer
    created_at: Date
  }
  challenge_claims: {
    challenge_id: string
    user_id: string
    claimed_at: Date
  }
  challenges: {
    id: string
    code_hash: Buffer
    name: string
    description: string | null
    points: number
    starts_at: Date | null
    ends_at: Date | null
    max_claims: number | null
    claims: Generated<number>
    active: Generated<boolean>
    created_at: Date
  }
  client_secrets: {
    id: string
    client_id: string
    hash: Buffer
    last_four: string
    created_at: Generated<Date>
    ends_at: Date | null
    last_used_at: Date | null
  }
  clients: {
    id: string
    name: string
    scopes: string[]
    suspended_at: Date | null
    created_at: Generated<Date>
    kind: Generated<string>
    origins: Generated<string[]>
    allow_without_origin: Generated<boolean>
    search_name: Generated<string>
  }
  closed_months: {
    organizer_id: string
    month: string
    closed_at: Date
  }
  disputes: {
    id: string
    payment_id: string
    processor_id: string
    amount_cents: number
    reason: string
    status: string
    opened_at: Date
    closed_at: Date | null
  }
  document_series: {
    seller: string
    prefix: string
    year: number
    last: number
  }
  documents: {
    id: string
    kind: string
    reason: string
    seller: string
    prefix: string
    year: number
    sequence: number
    number: string
    order_id: string
    invoice_id: string
    corrects: string | null
    refund_ids: Generated<string[]>
    festival_ids: Generated<string[]>
    time_zone: string
    issued_on: string
    issued_at: Date
    gross_cents: number
    vat_cents: number
    units: unknown
    data: unknown
    xml: Buffer | null
    pdf: Buffer | null
    xml_sha256: Buffer | null
    pdf_sha256: Buffer | null
    rendered_at: Date | null
    mailed_at: Date | null
  }
  documents_due: {
    kind: string
    about: string
    settled_at: Date
    next_at: Date
  }
  email_confirmations: {
    hash: Buffer
    user_id: string
    address: Buffer
    expires_at: Date
  }
  event_tallies: {
    user_id: string
    event_type: string
    entity_type: Generated<string>
    events: number
  }
  festival_news: {
    id: string
    festival_id: string
    cause: string
    before: unknown | null
    created_at: Date
    due_at: Date | null
    line_up: unknown | null
    editors: unknown | null
    urgent_at: Date | null
  }
  festivals: {
    id: string
    organizer_id: string | null
    name: string
    search_name: string
    description: string | null
    venue: string | null
    address: string | null
    country: string | null
    country_key: string | null
    area: string | null
    start_time: Date
    end_time: Date
    photo: string | null
    coordinates: Point | null
    location: Point | null
    rank: Generated<number>
    source: string | null
    created_at: Generated<Date>
    cancelled_at: Date | null
    deleted_at: Date | null
    revision: Generated<number>
    revised_at: Date | null
    cancelled_reason: string | null
    refund_until_days: number | null
    refund_percent: Generated<number>
    time_zone: Generated<string>
    published_at: Generated<Date | null>
    language: string | null
    translations: unknown | null
    site_plan: string | null
    site_plan_description: string | null
    previous_edition_id: string | null
    moved_at: Date | null
    moved_refund_until: Date | null
    city: string | null
    search_text: string | null
    transfer_days: number | null
  }
  gate_devices: {
    id: string
    festival_id: string
    name: string
    created_at: Date
    last_seen_at: Date | null
    ended_at: Date | null
    created_by: string | null
    zone: Generated<string>
    kind: Generated<string>
    is_unmanaged: Generated<boolean>
  }
  gate_passages: {
    payment_id: string
    zone: string
    ordinal: number
    festival_id: string
    scan_id: string
    direction: string
    at: Date
    clash: Generated<boolean>
  }
  gate_scans: {
    id: string
    festival_id: string
    device_id: string | null
    user_id: string | null
    scanner: string
    nonce: string
    payment_id: string | null
    outcome: string
    admitted_offline: boolean
    scanned_at: Date
    received_at: Date
    direction: Generated<string>
    zone: Generated<string>
  }
  gate_staff: {
    festival_id: string
    user_id: string
    created_at: Date
  }
  gate_zones: {
    festival_id: string
    zone: string
    capacity: number | null
    refuses_when_full: Generated<boolean>
    inside: Generated<number>
  }
  genres: {
    id: string
    name: string
    key: string
    search_name: string
  }
  gigs: {
    id: string
    festival_id: string
    artist_id: string | null
    place_id: string | null
    start_time: Date | null
    end_time: Date | null
    country_key: string | null
    expected_from: Date | null
    expected_until: Date | null
    headliner: Generated<boolean>
    billing: number | null
    billing_text: string | null
  }
  hearts: {
    user_id: string
    gig_id: string
    festival_id: string
    artist_name: string | null
    known_start_at: Date | null
    keeps_clashes: Generated<boolean>
    created_at: Date
  }
  holders_told: {
    festival_id: string
    cause: string
    user_id: string
    told_at: Date
  }
  idempotency_keys: {
    caller: string
    method: string
    path: string
    key: string
    request_hash: Buffer
    status: number | null
    answer: string | null
    created_at: Generated<Date>
  }
  inboxes: {
    user_id: string
    last: Generated<number>
  }
  interests: {
    id: string
    user_id: string
    artist_id: string | null
    organizer_id: string | null
    genre_id: string | null
    created_at: Generated<Date>
  }
  invitation_counts: {
    invitation_id: string
    invited_by: string
    address: Buffer
    created_at: Date
  }
  invitations: {
    id: string
    kind: string
    organizer_id: string | null
    festival_id: string | null
    granted_right: string | null
    target: string
    email: string
    email_key: string
    hash: Buffer | null
    invited_by: string | null
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    member_of: string | null
    member_role: string | null
    may_refund: Generated<boolean>
  }
  levels: {
    level: number
    points: number
    benefits: Generated<unknown>
  }
  limited_emails: {
    address: Buffer
    created_at: Date
  }
  live_streams: {
    kind: string
    user_id: string
    processes: string[]
  }
  mail_budgets: {
    address: Buffer
    booked_until: Date
  }
  mails_due: {
    kind: string
    about: string
    user_id: string
    due_at: Date
    tries: Generated<number>
  }
  membership_terms: {
    payment_id: string
    user_id: string
    subscription_id: string
    duration: number
    duration_type: string
    bought_at: Date
  }
  message_recipients: {
    id: string
    message_id: string
    user_id: string
    state: string
    changed_at: Date
  }
  messages: {
    id: string
    festival_id: string
    subject: string
    text: string
    entity_id: string | null
    language: string | null
    inside: boolean | null
    urgent: boolean
    created_at: Date
    updated_at: Date
    sent_at: Date | null
    listed_at: Date | null
    counts: unknown | null
  }
  migrations: {
    name: string
    applied_at: Generated<Date>
  }
  notification_settings: {
    user_id: string
    topic: string
    notice: Generated<boolean>
    push: Generated<boolean>
    mail: Generated<boolean>
    mail_round: Generated<number>
    changed_at: Date
  }
  notifications: {
    user_id: string
    number: number
    id: string
    type: string
    cause: string
    title: string
    message: string
    read: Generated<boolean>
    created_at: Date
    data: unknown | null
    is_hidden: Generated<boolean>
    language: string | null
  }
  openid_accounts: {
    issuer: string
    subject: string
    user_id: string
    created_at: Date
  }
  order_attempts: {
    id: string
    order_id: string
    idempotency_key: string
    request_hash: Buffer
    failure: string | null
    begun_at: Date
  }
  order_billing: {
    order_id: string
    company: string | null
    name: string | null
    street: string | null
    postcode: string | null
    city: string | null
    country: string | null
    vat_id: string | null
    order_reference: string | null
    leitweg_id: string | null
    changed_at: Date
  }
  order_mails: {
    id: string
    order_id: string
    address: Buffer
    asked_at: Date
  }
  orders: {
    id: string
    user_id: string
    endpoint: string
    idempotency_key: string
    request_hash: Buffer
    amount_cents: number
    status: string
    failure: string | null
    client_secret: string | null
    livemode: boolean
    lease_until: Date
    hold_until: Date
    is_fenced: Generated<boolean>
    created_at: Date
    touched_at: Date
    charge_id: string | null
    offer_id: string | null
    means: string | null
    sale_id: string | null
    processor: string | null
    number: string | null
    processor_id: string | null
    settled_at: Date | null
  }
  organizer_days: {
    organizer_id: string
    day: Date
    people: Generated<number>
    requests: Generated<number>
  }
  organizer_managers: {
    organizer_id: string
    user_id: string
    created_at: Generated<Date>
    shows_email: boolean | null
  }
  organizer_members: {
    organizer_id: string
    user_id: string
    role: string
    may_refund: Generated<boolean>
    created_at: Generated<Date>
  }
  organizers: {
    id: string
    name: string
    description: string | null
    photo: string | null
    created_at: Generated<Date>
    search_name: Generated<string>
    approved_at: Date | null
    legal_name: string | null
    legal_address: string | null
    terms_url: string | null
    privacy_url: string | null
    contact_email: string | null
  }
  outbox: {
    id: string
    type: string
    organizer_id: string | null
    data: unknown
    at: Date
    is_spread: Generated<boolean>
  }
  passkey_challenges: {
    hash: Buffer
    user_id: string | null
    expires_at: Date
  }
  passkeys: {
    id: string
    user_id: string
    name: string
    public_key: Buffer
    counter: number
    transports: string[]
    created_at: Date
    last_used_at: Date | null
  }
  password_resets: {
    hash: Buffer
    user_id: string
    expires_at: Date
  }
  payment_events: {
    payment_id: string
    place: number
    status: string
    amount_cents: number | null
    reason: string | null
    by_user: string | null
    created_at: Date
    festival_id: string | null
  }
  payments: {
    id: string
    user_id: string
    payment_type: string
    entity_type: string | null
    entity_id: string
    festival_id: string | null
    price_cents: number
    points_used: number
    amount_cents: number
    refunded_cents: Generated<number>
    status: string
    hold_until: Date
    needs_review: string | null
    created_at: Date
    is_own: Generated<boolean>
    kept_cents: Generated<number>
    network: Buffer | null
    vat: unknown | null
    order_id: string
    line: number
    cancel_until: Date | null
    cancel_percent: number | null
    disputed_at: Date | null
    discount_cents: Generated<number>
    voucher_code_id: string | null
    given_by: string | null
    given_reason: string | null
    return_id: string | null
    lease_id: string | null
    seller_id: string | null
    vat_cents: number | null
    vat_by_unit: Generated<boolean>
  }
  payout_syncs: {
    processor: string
    read_until: Date | null
    began_at: Date
    ended_at: Date | null
    failure: string | null
  }
  payouts: {
    id: string
    processor: string
    cents: string
    currency: string
    status: string
    is_automatic: boolean
    created_at: Date
    arrives_on: Date
    failure: string | null
    itemized_at: Date | null
  }
  photo_folders: {
    id: string
    host: string
    seen_at: Date
  }
  places: {
    id: string
    festival_id: string
    position: number
    name: string
    type: string | null
    coordinates: Point | null
  }
  point_entries: {
    id: string
    user_id: string
    kind: string
    delta: number
    shortfall: Generated<number>
    source: string
    created_at: Date
    kept: Generated<number>
  }
  points: {
    user_id: string
    available: Generated<number>
    reserved: Generated<number>
    earned: Generated<number>
    owed: Generated<number>
    kept: Generated<number>
  }
  processor_events: {
    id: string
    received_at: Date
  }
  push_keys: {
    id: number
    public_key: Buffer
    private_key: Buffer
    created_at: Date
  }
  push_subscriptions: {
    id: string
    user_id: string
    token_hash: Buffer
    key_id: number
    endpoint: string
    public_key: Buffer
    auth: Buffer
    created_at: Date
  }
  pushes_due: {
    subscription_id: string
    notification_id: string
    due_at: Date
    tries: Generated<number>
  }
  queue_counts: {
    queue_id: string
    entered: Generated<number>
  }
  queue_draws: {
    queue_id: string
    entries: number
    root: Buffer
    committed_at: Date
    randomness: Buffer | null
    proven: boolean | null
    seed: Buffer | null
    drawn_at: Date | null
    serving: Generated<number>
    pace: Generated<number>
    has_unserved: Generated<boolean>
  }
  queue_entries: {
    queue_id: string
    number: number
    user_id: string
    serves: number
    salt: string
    entered_at: Date
  }
  queue_notices: {
    queue_id: string
    type: string
    told: Generated<number>
    begun_at: Date
  }
  queue_parts: {
    queue_id: string
    part: number
    leaves: Buffer
    hash: Buffer
  }
  queue_receipts: {
    queue_id: string
    first: number
    count: number
    signature: Buffer
  }
  queue_servings: {
    queue_id: string
    serving: number
    served_at: Date
  }
  queue_tiers: {
    tier_id: string
    queue_id: string
  }
  queues: {
    id: string
    festival_id: string
    opens_at: Date
    draw_at: Date
    groups_of: number
    source: string
    round: number | null
    commitment: Buffer
    receipt_key: Buffer
    secrets: Buffer
    created_at: Date
    cancelled_at: Date | null
  }
  recovery_codes: {
    hash: Buffer
    user_id: string
    used_at: Date | null
  }
  refunds: {
    id: string
    payment_id: string
    idempotency_key: string
    amount_cents: number
    is_full: boolean
    requested_by: string | null
    reason: string | null
    created_at: Date
    lease_until: Date
    done_at: Date | null
    refused: string | null
    kept_cents: Generated<number>
    percent: number | null
    dispute_id: string | null
    request_id: string | null
    return_id: string | null
    vat_cents: number | null
    processor_id: string | null
    refused_at: Date | null
    by_other_means: Generated<boolean>
    is_owed: Generated<boolean>
  }
  reward_events: {
    id: string
    user_id: string
    event_type: string
    entity_type: string | null
    entity_id: string | null
    metadata: unknown | null
    source: string | null
    points: number
    reversed: Generated<number>
    counted: boolean
    created_at: Date
  }
  reward_rules: {
    event_type: string
    points: number
    per: Generated<string>
    daily_cap: number | null
    once_per_entity: Generated<boolean>
  }
  second_factors: {
    user_id: string
    secret: Buffer | null
    enrolled_at: Date | null
    last_step: number | null
    offered_secret: Buffer | null
    offered_at: Date | null
  }
  seller_versions: {
    organizer_id: string
    valid_from: Date
    legal_name: string | null
    legal_address: string | null
    contact_email: string | null
    street: string | null
    postcode: string | null
    city: string | null
    country: string | null
    vat_id: string | null
    tax_number: string | null
    vat_scheme: string
    vat_note: string | null
    account_holder: string | null
    iban: string | null
    bic: string | null
    invoice_prefix: string | null
    contact_phone: string | null
  }
  sellers: {
    organizer_id: string
    street: string | null
    postcode: string | null
    city: string | null
    country: string | null
    vat_id: string | null
    tax_number: string | null
    vat_scheme: Generated<string>
    vat_note: string | null
    account_holder: string | null
    iban: string | null
    bic: string | null
    invoice_prefix: string | null
    contact_phone: string | null
  }
  settlement_terms: {
    organizer_id: string
    commission_percent: Generated<number>
    commission_cents: Generated<number>
    commission_vat_percent: Generated<number>
    passes_fees: Generated<boolean>
  }
  settlements: {
    id: string
    organizer_id: string
    month: string
    year: number
    sequence: number
    sold: number
    sales_cents: string
    refunds_cents: string
    fees_cents: string
    commission_cents: string
    commission_vat_cents: string
    terms: unknown
    lines: unknown
    created_at: Date
  }
  sign_in_codes: {
    id: string
    address: Buffer
    pair: Buffer
    hash: Buffer | null
    failures: Generated<number>
    created_at: Date
    ended_at: Date | null
    request_id: string | null
  }
  sign_in_failures: {
    pair: Buffer
    failures: number
    since: Date
    wait_until: Date | null
  }
  simulated_charges: {
    key: string
    cents: number
    reason: string | null
    refuses_refund: boolean
    approves_at: Date | null
    is_cancelled: Generated<boolean>
    delays_refund: Generated<boolean>
  }
  simulated_refunds: {
    key: string
    charge: string
    cents: number
    reason: string | null
    ends_at: Date | null
  }
  stream_tickets: {
    hash: Buffer
    client_token: Buffer
    user_token: Buffer
    expires_at: Date
  }
  subscriptions: {
    id: string
    name: string
    description: string | null
    price_cents: number
    duration: number
    duration_type: string
    created_at: Generated<Date>
    archived_at: Date | null
    vat: unknown | null
    language: string | null
    translations: unknown | null
    search_name: Generated<string>
  }
  ticket_changes: {
    festival_id: string
    last: number
  }
  ticket_keys: {
    id: number
    public_key: Buffer
    private_key: Buffer
    created_at: Date
    signs_from: Date | null
  }
  ticket_links: {
    hash: Buffer
    payment_id: string
    revision: number
    file: string
    expires_at: Date
  }
  ticket_returns: {
    id: string
    payment_id: string
    tier_id: string
    festival_id: string
    created_at: Date
    ended_at: Date | null
    outcome: string | null
    sold_to: string | null
    promised_cents: number | null
  }
  ticket_transfers: {
    id: string
    payment_id: string
    festival_id: string
    from_user: string
    to_user: string | null
    email: string | null
    email_key: string | null
    revision: number | null
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    outcome: string | null
    offered_by: string | null
    taken_back_by: string | null
  }
  tickets: {
    payment_id: string
    festival_id: string
    code: string
    issued_at: Date
    validated_at: Date | null
    validated_by: string | null
    revoked_at: Date | null
    change: number | null
    holder_id: string | null
    revision: Generated<number>
    short_code: string | null
    was_changed: Generated<boolean>
    blocked_at: Date | null
    passed_at: Date | null
  }
  tiers: {
    id: string
    festival_id: string
    position: number
    name: string
    price_cents: number
    quantity: number
    sold: Generated<number>
    held: Generated<number>
    start_time: Date | null
    end_time: Date | null
    valid_since: Date | null
    valid_until: Date | null
    archived_at: Date | null
    description: string | null
    hidden: Generated<boolean>
    max_per_order: Generated<number>
    max_per_person: number | null
    vat: unknown | null
    refundable: Generated<boolean>
    transferable: Generated<boolean>
    waiting: number | null
    translations: unknown | null
    admission: Generated<string>
    zones: Generated<string[]>
    at_tills: boolean | null
  }
  till_leases: {
    id: string
    shift_id: string
    festival_id: string
    payment_type: string
    entity_id: string
    quantity: number
    price_cents: number
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    written_off_reason: string | null
  }
  till_movements: {
    id: string
    shift_id: string
    kind: string
    amount_cents: number | null
    counted_cents: number | null
    reason: string | null
    seller: string
    at: Date
  }
  till_refunds: {
    id: string
    shift_id: string
    payment_id: string
    means: string
    amount_cents: number
    seller: string
    at: Date
  }
  till_sales: {
    id: string
    shift_id: string
    key: string | null
    lease_id: string | null
    means: string
    amount_cents: number
    tendered_cents: number | null
    receipt: number | null
    seller: string
    created_at: Date
    sold_at: Date | null
  }
  till_shifts: {
    id: string
    festival_id: string
    till: string
    seller: string
    float_cents: number
    receipts: Generated<number>
    opened_at: Date
    closed_at: Date | null
    counted_cents: number | null
    expected_cents: number | null
  }
  tokens: {
    hash: Buffer
    client_id: string
    user_id: string | null
    created_at: Generated<Date>
    expires_at: Date
    device_id: string | null
    scopes: string[] | null
    second_factor: Generated<boolean>
    last_used_on: Date | null
    proven_at: Date | null
  }
  undeliverable_emails: {
    user_id: string
    email: string
    status: string
    noted_at: Date
  }
  users: {
    id: string
    first_name: string
    last_name: string
    email: string | null
    email_key: string | null
    password_hash: string | null
    photo: string | null
    phone: string | null
    address: string | null
    city: string | null
    country: string | null
    roles: Generated<string[]>
    permissions: Generated<string[]>
    suspended_at: Date | null
    erased_at: Date | null
    created_at: Generated<Date>
    search_name: Generated<string>
    last_sign_in_at: Date | null
    email_proven_at: Date | null
    is_guest: Generated<boolean>
    guest_email_key: string | null
    taken_over_by: string | null
    language: string | null
    proven_before: Date | null
    access_ended_at: Date | null
    access_to_review: Generated<boolean>
  }
  voucher_codes: {
    id: string
    voucher_id: string
    festival_id: string
    code: string
    code_key: string
    max_uses: number | null
    held: Generated<number>
    used: Generated<number>
  }
  vouchers: {
    id: string
    festival_id: string
    name: string | null
    percent: number | null
    amount_cents: number | null
    price_cents: number | null
    opens: boolean
    entity_ids: string[] | null
    max_uses: number | null
    max_per_person: number | null
    starts_at: Date | null
    ends_at: Date | null
    ended_at: Date | null
    created_at: Date
  }
  waiting_announcements: {
    festival_id: string
    artist_id: string | null
    organizer_id: string
    cause: string | null
    created_at: Date
  }
  waiting_entries: {
    id: string
    user_id: string
    tier_id: string
    festival_id: string
    quantity: number
    status: Generated<string>
    ordered: Generated<number>
    order_id: string | null
    created_at: Date
    offered_at: Date | null
    expires_at: Date | null
    ended_at: Date | null
    return_id: string | null
  }
  webhook_attempts: {
    delivery_id: string
    number: number
    at: Date
    duration_ms: number
    status: number | null
    answer: string | null
    error: string | null
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    event_id: string
    status: Generated<string>
    tries: Generated<number>
    attempts: Generated<number>
    created_at: Date
    due_at: Date | null
    leased_until: Date | null
    finished_at: Date | null
  }
  webhooks: {
    id: string
    url: string
    description: string | null
    events: string[] | null
    organizer_id: string | null
    secret: Buffer
    old_secret: Buffer | null
    old_secret_ends_at: Date | null
    is_enabled: Generated<boolean>
    disabled_reason: string | null
    failing_since: Date | null
    created_by: string | null
    created_at: Date
    replayed_at: Date | null
  }
  wrong_codes: {
    user_id: string
    failures: number
    since: Date
    wait_until: Date | null
  }
}

export type Database = Kysely<Tables>
