/**
 * The names of the specification that the service is built to, by the record or the operation they belong to, and the
 * places of the description where that record stands. A place is written as `GET /clients [] secrets []`: the
 * operation, then the way to the object; `body` is its input, `?` its query.
 */
type Record = { name: string; fields: string; at: RegExp }

const records: Record[] = [
  {
    name: 'User',
    fields:
      'id firstName lastName email photo points roles phone address city country password level badges interests',
    at: /^(GET|POST|PUT) \/users(\/(i|me|\{id\}(\/photo)?))?( body)?( \[\])?$/,
  },
  {
    name: 'User, in part',
    fields: 'id firstName lastName email photo roles',
    at: /( managers \[\]| buyer| made_by| profile|\/gate-staff \[\]|\/members \[\]|PUT \/organizers\/\{id\}\/members\/\{userId\}|GET \/users\/all users \[\]|GET \/users\/\{id\}\/record account|PUT \/users\/\{id\}\/(roles|permissions|suspended|guest-email)|POST \/invitations\/accept body|POST \/auth\/(code\/verify|guest) body|PUT \/auth\/guest( body)?| me)$/,
  },
  {
    name: 'User token',
    fields: 'token tokenType expiresIn headerName',
    at: /^(POST \/auth\/(user|code\/verify|passkey|guest)|PUT \/auth\/second-factor)$/,
  },
  {
    name: 'Festival',
    fields:
      'id name description venue address country area start_time end_time photo organizer organizer_id gigs places tickets coordinates rank',
    at: /^(GET|POST|PUT) \/festivals(\/\{id\}(\/(summary|cancel|duplicate))?)?( \[\]| body)?$|( festivals \[\]| festival| waiting \[\])$/,
  },
  {
    name: 'Gig',
    fields: 'id artist artist_id place_id start_time end_time',
    at: / gigs \[\]$/,
  },
  { name: 'Place', fields: 'id name type coordinates', at: / places \[\]$/ },
  {
    name: 'Ticket',
    fields: 'id name price quantity start_time end_time valid_since valid_until festival_id',
    at: /\/festivals.* tickets \[\]$/,
  },
  {
    name: 'Artist',
    fields: 'id name photo bio music_streaming audio_sharing video_sharing genres',
    at: /^(GET|POST|PUT) \/artists(\/\{id\})?( \[\]| body( artists \[\])?)?$| artists \[\]$/,
  },
  { name: 'Genre', fields: 'id name', at: / genres \[\]$/ },
  {
    name: 'Organizer',
    fields: 'id name description photo managers',
    at: /^(GET|POST|PUT) \/organizers(\/\{id\})?( \[\]| body)?$/,
  },
  {
    name: 'Subscription',
    fields: 'id name description price duration duration_type createdAt',
    at: /^(GET|POST|PUT) \/subscriptions(\/\{id\})?( \[\]| body)?$/,
  },
  {
    name: 'Payment',
    fields:
      'id status amount currency payment_type entity_id createdAt is_validated validated_at validated_by',
    at: /^(GET \/payments(\/\{id\}| \[\])|POST \/payments(\/\{id\}\/(refund|cancel))?|PUT \/payments\/\{id\}\/validate)$| payments \[\]$|^payment\..* payment$/,
  },
  {
    name: 'Interest',
    fields: 'id entity_type entity_id createdAt',
    at: /^(GET \/interest \[\]|POST \/interest( body)?)$| interests \[\]$/,
  },
  {
    name: 'Notification',
    fields: 'id title message type read createdAt',
    at: /^(GET \/notifications \[\]|PUT \/notifications\/\{id\}\/read)$/,
  },
  { name: 'Points', fields: 'balance total_earned total_spent', at: /^GET \/rewards\/points$/ },
  {
    name: 'Badge',
    fields: 'id name description icon progress unlocked',
    at: /^GET \/rewards\/badges \[\]$| badges \[\]$/,
  },
  { name: 'Progress', fields: 'current target percentage', at: / progress$/ },
  {
    name: 'Level',
    fields: 'level points next_level_points benefits',
    at: /^GET \/rewards\/level$| level$/,
  },
  { name: 'Benefit', fields: 'id name description active', at: / benefits \[\]$/ },
  {
    name: 'Recorded event',
    fields: 'event_id points_awarded badges_progressed',
    at: /^POST \/rewards\/events$/,
  },
  {
    name: 'Challenge claim',
    fields: 'challenge_id points_awarded message',
    at: /^POST \/rewards\/challenges\/claim\/\{code\}$/,
  },
  {
    name: 'Pagination',
    fields: 'page limit total totalPages hasMore',
    at: /( pagination| festivalsPagination| gigsPagination)$/,
  },
]

/** What the operations of the specification take and answer beside its records. */
const operations: [place: string, fields: string][] = [
  ['POST /auth/client body', 'client_id client_secret'],
  ['POST /auth/client', 'token token_type expires'],
  ['POST /auth/user body', 'email password'],
  ['POST /auth/forgot-password body', 'email'],
  ['POST /auth/reset-password body', 'email token newPassword'],
  ['PUT /auth/change-password body', 'currentPassword newPassword'],
  ['GET /users ?', 'limit offset role'],
  ['GET /users/i/feed ?', 'festivals_page festivals_limit gigs_page gigs_limit'],
  ['GET /users/i/feed', 'festivals festivalsPagination gigs gigsPagination'],
  [
    'GET /festivals ?',
    'map page limit time country min_lat max_lat min_lng max_lng offset organizer start_time end_time',
  ],
  ['GET /gigs ?', 'page limit artist country month year'],
  ['GET /gigs/chart ?', 'limit'],
  ['GET /gigs/chart artists []', 'artist gig_count'],
  ['POST /rewards/events body', 'event_type entity_type entity_id metadata'],
  ['GET /payments/config processor', 'publicKey enabled'],
  [
    'POST /payments body',
    'payment_type entity_type entity_id amount pointsToUse processorPaymentMethodId',
  ],
  ['GET /payments ?', 'limit offset status'],
  ['GET /search ?', 'for'],
  ['GET /search', 'artists festivals genres query'],
  ['GET /notifications ?', 'limit offset unread'],
  ['PUT /notifications/read-all', 'message count'],
]

/** Every record and operation, with the names that it has. */
export const specified: { name: string; fields: string[]; isAt: (place: string) => boolean }[] = [
  ...records.map(({ name, fields, at }) => ({
    name,
    fields: fields.split(' '),
    isAt: (place: string) => at.test(place),
  })),
  ...operations.map(([name, fields]) => ({
    name,
    fields: fields.split(' '),
    isAt: (place: string) => place === name,
  })),
]

/** Lists of the specification, which are paged as it says. */
export const specifiedLists = [
  'GET /users',
  'GET /users/i/feed',
  'GET /festivals',
  'GET /artists',
  'GET /organizers',
  'GET /gigs',
  'GET /gigs/chart',
  'GET /rewards/badges',
  'GET /subscriptions',
  'GET /payments',
  'GET /interest',
  'GET /search',
  'GET /notifications',
]
