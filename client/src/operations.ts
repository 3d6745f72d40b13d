/**
 * The methods of the client, by group: the operation each one calls, and what it takes after the ids of the
 * path. `page`, `part` and `cursor` are the forms of a list (docs/contract.md, section 1.4).
 *
 * The groups and names are written by hand; the comments are the summaries of the API, printed by
 * `npm run client:types`.
 */
export const operations = {
  auth: {
    /** Exchange a client's id and secret for a client token */
    client: ['POST /auth/client', 'body'],
    /** Exchange an e-mail and a password for a user token */
    user: ['POST /auth/user', 'body'],
    /** End the user token of this request */
    logout: ['POST /auth/logout'],
    /** Change one's password, which ends all one's other tokens */
    changePassword: ['PUT /auth/change-password', 'body'],
    /** Mail a reset token to the account with this e-mail, if there is one */
    forgotPassword: ['POST /auth/forgot-password', 'body'],
    /** Set a new password with the token from the reset mail; ends all tokens of the user */
    resetPassword: ['POST /auth/reset-password', 'body'],
    /** Confirm one's e-mail with the token that was mailed to it */
    confirmEmail: ['POST /auth/confirm-email', 'body'],
  },
  users: {
    /** Users, newest first; e-mails only for a client with the scope read_emails */
    list: ['GET /users', 'part'],
    /** Accounts with their rights, newest first, for those who manage them */
    accounts: ['GET /users/all', 'page'],
    /** Register; e-mails are unique whatever their case, and one is confirmed by mail */
    create: ['POST /users', 'body'],
    /** Change one's own account */
    update: ['PUT /users/{id}', 'body'],
    /** Erase one's own account; what was paid and earned stays, anonymous */
    delete: ['DELETE /users/{id}'],
    /** Change one's own photo; null takes it away */
    setPhoto: ['POST /users/{id}/photo', 'body'],
    /** Give or take the role admin; admins alone */
    setRoles: ['PUT /users/{id}/roles', 'body'],
    /** Set the permissions given to a user; admins alone */
    setPermissions: ['PUT /users/{id}/permissions', 'body'],
    /** Suspend an account, which signs it out everywhere, or let it in again */
    suspend: ['PUT /users/{id}/suspended', 'body'],
    /** Mail the confirmation of one's e-mail again */
    mailConfirmation: ['POST /users/{id}/email-confirmation'],
  },
  me: {
    /** The signed-in user, with points, level, badges, permissions and interests */
    get: ['GET /users/i'],
    /** The signed-in user, with points, level, badges, permissions and interests */
    profile: ['GET /users/me'],
    /** Upcoming festivals and gigs, what the user follows first; the two page separately */
    feed: ['GET /users/i/feed', 'query'],
    /** Festivals the user may change, past and cancelled ones too, with what was sold */
    festivals: ['GET /users/i/festivals', 'page'],
    /** Organizers the user may change, by name */
    organizers: ['GET /users/i/organizers', 'page'],
    /** Everything that is stored about the signed-in user, as a file */
    export: ['GET /users/i/export'],
  },
  invitations: {
    /** Invitations to one's own e-mail, newest first; none while it is not confirmed */
    own: ['GET /users/i/invitations'],
    /** Who is invited to manage an organizer, newest first */
    toOrganizer: ['GET /organizers/{id}/invitations'],
    /** Who is invited to work at a festival's gate, newest first */
    toFestival: ['GET /festivals/{id}/invitations'],
    /** Who is invited to the role admin or a permission, newest first; admins alone */
    toRights: ['GET /users/invitations'],
    /** Invite to the role admin or a permission, by e-mail; admins alone */
    inviteToRight: ['POST /users/invitations', 'body'],
    /** Accept an invitation with the token that was mailed */
    accept: ['POST /invitations/accept', 'body'],
    /** Accept an invitation to one's own confirmed e-mail; one's other tokens end */
    acceptOwn: ['POST /invitations/{id}/accept'],
    /** Take an invitation back, or decline it with the e-mail it is for */
    delete: ['DELETE /invitations/{id}'],
  },
  artists: {
    /** All artists with their genres, by name */
    list: ['GET /artists', 'part'],
    /** An artist with its genres */
    get: ['GET /artists/{id}'],
    /** Create one artist, or several: all of them or none */
    create: ['POST /artists', 'body'],
    /** Change an artist; genres are replaced as a whole */
    update: ['PUT /artists/{id}', 'body'],
    /** Delete an artist; its gigs keep their slot without it */
    delete: ['DELETE /artists/{id}'],
    /** Merge an artist into another one, which is answered for its id from then on */
    merge: ['POST /artists/{id}/merge', 'body'],
    /** All genres, by name */
    genres: ['GET /genres', 'part'],
    /** Organizers that may, or would like to, announce for an artist; those who wait first */
    announcers: ['GET /artists/{id}/announcers', 'part'],
    /** Let an organizer announce for an artist, or refuse */
    decideAnnouncer: ['PUT /artists/{id}/announcers/{organizerId}', 'body'],
  },
  organizers: {
    /** All organizers with their managers, by name */
    list: ['GET /organizers', 'part'],
    /** An organizer with its managers */
    get: ['GET /organizers/{id}'],
    /** Create an organizer; its creator is its first manager */
    create: ['POST /organizers', 'body'],
    /** Change an organizer; its id is permanent */
    update: ['PUT /organizers/{id}', 'body'],
    /** Approve an organizer, or take that back */
    approve: ['PUT /organizers/{id}/approved', 'body'],
    /** Delete an organizer that has no festivals left */
    delete: ['DELETE /organizers/{id}'],
    /** Invite a manager, by e-mail; for managers of the organizer and admins */
    addManager: ['POST /organizers/{id}/managers', 'body'],
    /** Say whether one's own e-mail is shown as a manager's */
    updateManager: ['PUT /organizers/{id}/managers/{userId}', 'body'],
    /** Take a manager away, or leave; an organizer without managers is the staff’s */
    removeManager: ['DELETE /organizers/{id}/managers/{userId}'],
  },
  festivals: {
    /** Festivals by start, whole or light for a map */
    list: ['GET /festivals', 'page'],
    /** A festival with its gigs, places and ticket tiers */
    get: ['GET /festivals/{id}'],
    /** Create a festival under an organizer one manages */
    create: ['POST /festivals', 'body'],
    /** Change a festival; places, gigs and tickets replace the previous set */
    update: ['PUT /festivals/{id}', 'body'],
    /** Delete a festival; payments and tickets stay readable */
    delete: ['DELETE /festivals/{id}'],
    /** Cancel a festival: its sales close, what was paid is refunded, holders are told */
    cancel: ['POST /festivals/{id}/cancel', 'body'],
    /** How far the refunds of a cancelled festival are, for its managers */
    cancellation: ['GET /festivals/{id}/cancellation'],
    /** What is left of each ticket tier, at most a second old */
    availability: ['GET /festivals/{id}/availability'],
    /** A festival with the first of its gigs, places and ticket tiers, and how many there are */
    summary: ['GET /festivals/{id}/summary', 'query'],
    /** Who plays when and where: by day, then by stage */
    timetable: ['GET /festivals/{id}/timetable'],
    /** One day of the timetable, earliest first, a page at a time, and which days there are */
    day: ['GET /festivals/{id}/day', 'query'],
    /** Who plays at a festival, each once, by name */
    artists: ['GET /festivals/{id}/artists', 'page'],
    /** The festival and its gigs for a calendar program */
    calendar: ['GET /festivals/{id}/calendar.ics'],
  },
  gigs: {
    /** Gigs by start, upcoming ones or those of a month; those to be announced last */
    list: ['GET /gigs', 'page'],
    /** The artists with the most upcoming gigs */
    chart: ['GET /gigs/chart', 'query'],
  },
  /** Artists, festivals and genres by name, and what a genre of that name leads to */
  search: ['GET /search', 'query'],
  interests: {
    /** What the user follows, newest first */
    list: ['GET /interest', 'part'],
    /** Follow an artist, an organizer or a genre; again: 200 with the existing record */
    follow: ['POST /interest', 'body'],
    /** Unfollow, by the id of the interest */
    unfollow: ['DELETE /interest/{id}'],
  },
  notifications: {
    /** The user's notifications, newest first */
    list: ['GET /notifications', 'part'],
    /** Mark a notification as read */
    read: ['PUT /notifications/{id}/read'],
    /** Mark all notifications as read */
    readAll: ['PUT /notifications/read-all'],
    /** A ticket that opens the stream once, for pages that cannot send headers with it */
    streamTicket: ['POST /notifications/sse-ticket'],
  },
  accommodations: {
    /** Accommodations by name: all, or those of a festival */
    list: ['GET /accommodations', 'part'],
    /** An accommodation and how many remain */
    get: ['GET /accommodations/{id}'],
    /** Offer an accommodation at a festival one manages */
    create: ['POST /accommodations', 'body'],
    /** Change an accommodation */
    update: ['PUT /accommodations/{id}', 'body'],
    /** Take an accommodation off the offer; who has paid for it keeps it */
    delete: ['DELETE /accommodations/{id}'],
  },
  subscriptions: {
    /** The membership plans on offer, by name */
    list: ['GET /subscriptions', 'part'],
    /** A membership plan */
    get: ['GET /subscriptions/{id}'],
    /** Put a membership plan on offer */
    create: ['POST /subscriptions', 'body'],
    /** Change a membership plan */
    update: ['PUT /subscriptions/{id}', 'body'],
    /** Take a membership plan off the offer; who has paid for it keeps it */
    delete: ['DELETE /subscriptions/{id}'],
  },
  payments: {
    /** What a page needs to take a payment */
    config: ['GET /payments/config'],
    /** One’s own payments, newest first */
    list: ['GET /payments', 'part'],
    /** One of one’s own payments */
    get: ['GET /payments/{id}'],
    /** Buy a ticket, a place to sleep or a membership */
    create: ['POST /payments', 'body'],
    /** What happened to a payment, for its buyer and the organizer */
    timeline: ['GET /payments/{id}/timeline'],
    /** Give up one of one’s own purchases that is not paid yet; what it holds is free again */
    giveUp: ['DELETE /payments/{id}'],
    /** What a refund would give back and keep back; nothing changes */
    previewRefund: ['GET /payments/{id}/refund', 'query'],
    /** Give a payment back, in full or in part */
    refund: ['POST /payments/{id}/refund', 'body'],
  },
  sales: {
    /** What a festival has sold, by tier, accommodation and day, for its managers */
    get: ['GET /festivals/{id}/sales', 'query'],
    /** What a festival has sold, payment by payment, for a spreadsheet, the oldest first, for its managers */
    csv: ['GET /festivals/{id}/sales.csv'],
    /** What one day brought at all festivals whose sales the user may see, in sum */
    day: ['GET /users/i/sales', 'query'],
    /** Payments of a festival, newest first, for its managers */
    payments: ['GET /festivals/{id}/payments', 'cursor'],
    /** All payments, newest first, memberships included; for admins */
    allPayments: ['GET /payments/all', 'cursor'],
  },
  tickets: {
    /** The code of one's own ticket as a picture: SVG, or PNG for who asks for that */
    code: ['GET /payments/{id}/qr'],
    /** The code of one's own ticket, sharp at any size */
    svg: ['GET /payments/{id}/qr.svg'],
    /** The code of one's own ticket, at least 600 pixels wide */
    png: ['GET /payments/{id}/qr.png'],
    /** One's own ticket to print */
    pdf: ['GET /payments/{id}/ticket.pdf'],
    /** Mark the ticket of a payment as used; for those who work at the gate */
    validate: ['PUT /payments/{id}/validate', 'body'],
  },
  gate: {
    /** What a gate needs to admit without a network; a device sends its token as a user does */
    manifest: ['GET /gate/{festivalId}/manifest', 'query'],
    /** Scans of a gate, each with its own result; the same nonce again gives the first result */
    scan: ['POST /gate/scans', 'body'],
    /** Admissions made offline that should have been refused, latest first */
    clashes: ['GET /gate/{festivalId}/clashes', 'part'],
    /** The people at a festival's gate, newest first */
    staff: ['GET /festivals/{id}/gate-staff'],
    /** Invite to work at a festival's gate, by e-mail */
    addStaff: ['POST /festivals/{id}/gate-staff', 'body'],
    /** Take a user off a festival's gate, or leave it */
    removeStaff: ['DELETE /festivals/{id}/gate-staff/{userId}'],
    /** The devices at a festival's gate, newest first */
    devices: ['GET /festivals/{id}/gate-devices'],
    /** Set up a device for a festival's gate; its token is shown once */
    addDevice: ['POST /festivals/{id}/gate-devices', 'body'],
    /** Answer for a device, so that it does not end with the right of who set it up */
    takeOverDevice: ['POST /festivals/{id}/gate-devices/{deviceId}/take-over'],
    /** Take a device away; its token ends everywhere */
    removeDevice: ['DELETE /festivals/{id}/gate-devices/{deviceId}'],
  },
  rewards: {
    /** Record what a user did; it may award points and advance badges */
    record: ['POST /rewards/events', 'body'],
    /** The points one has, earned and spent */
    points: ['GET /rewards/points'],
    /** The level one has reached, and what the next one takes */
    level: ['GET /rewards/level'],
    /** Claim a challenge by its code, once */
    claim: ['POST /rewards/challenges/claim/{code}'],
    /** All badges, and how far one has come with each */
    badges: ['GET /rewards/badges'],
    /** A badge and what it counts */
    badge: ['GET /rewards/badges/{id}'],
    /** Make a badge; it also counts what happened before */
    createBadge: ['POST /rewards/badges', 'body'],
    /** Change a badge; everybody's progress follows at once */
    updateBadge: ['PUT /rewards/badges/{id}', 'body'],
    /** Take a badge away from everybody */
    deleteBadge: ['DELETE /rewards/badges/{id}'],
    /** What events are worth, by their type */
    rules: ['GET /rewards/rules'],
    /** Say what events of a type are worth from now on */
    setRule: ['PUT /rewards/rules/{event_type}', 'body'],
    /** Make events of a type worth nothing from now on */
    deleteRule: ['DELETE /rewards/rules/{event_type}'],
    /** The levels with their benefits */
    levels: ['GET /rewards/levels'],
    /** Replace all levels */
    setLevels: ['PUT /rewards/levels', 'body'],
    /** Challenges, newest first */
    challenges: ['GET /rewards/challenges', 'part'],
    /** Make a challenge; its code is shown this once */
    createChallenge: ['POST /rewards/challenges', 'body'],
    /** Change a challenge; claims that were made stay */
    updateChallenge: ['PUT /rewards/challenges/{id}', 'body'],
    /** Delete a challenge; one that was claimed is deactivated instead */
    deleteChallenge: ['DELETE /rewards/challenges/{id}'],
  },
  activity: {
    /** What happens: payments, admissions and changes of festivals, newest first */
    list: ['GET /activity', 'cursor'],
  },
  audit: {
    /** Who changed what, newest first; for admins */
    list: ['GET /audit', 'cursor'],
  },
  mail: {
    /** Mail caught in development, newest first; for admins */
    list: ['GET /mail', 'cursor'],
    /** A mail caught in development; for admins */
    get: ['GET /mail/{id}'],
  },
  clients: {
    /** Calling applications with their secrets, by name */
    list: ['GET /clients', 'part'],
    /** Create a client; its secret is shown this once */
    create: ['POST /clients', 'body'],
    /** Rename a client, set its scopes, suspend it or let it in again */
    update: ['PUT /clients/{id}', 'body'],
    /** Delete a client; its tokens end everywhere */
    delete: ['DELETE /clients/{id}'],
    /** Give a client a new secret, shown this once; the old ones end after the overlap */
    rotate: ['POST /clients/{id}/rotate', 'body'],
  },
  health: {
    /** Whether the process answers */
    live: ['GET /health/live'],
    /** Whether it may be sent requests: the database takes writes, and it is not stopping */
    ready: ['GET /health/ready'],
  },
  webhooks: {
    /** Endpoints that hear of events, oldest first */
    list: ['GET /webhooks'],
    /** The types of events, with the schema of their messages */
    events: ['GET /webhooks/events'],
    /** An endpoint that hears of events */
    get: ['GET /webhooks/{id}'],
    /** Create an endpoint; its secret is shown this once */
    create: ['POST /webhooks', 'body'],
    /** Change an endpoint, disable it or enable it again */
    update: ['PUT /webhooks/{id}', 'body'],
    /** Delete an endpoint, with the log of what was sent there */
    delete: ['DELETE /webhooks/{id}'],
    /** Give an endpoint a new secret, shown this once; both sign until the old one ends */
    rotate: ['POST /webhooks/{id}/rotate', 'body'],
    /** Send an endpoint a webhook.test event */
    test: ['POST /webhooks/{id}/test'],
    /** Send at once what has failed or was missed since a time, or waits for its next attempt */
    replay: ['POST /webhooks/{id}/replay', 'body'],
    /** What was sent to an endpoint in the last 30 days, newest first */
    deliveries: ['GET /webhooks/{id}/deliveries', 'cursor'],
    /** A delivery with its message and each attempt */
    delivery: ['GET /webhooks/deliveries/{id}'],
    /** Send an event to an endpoint once more, with the same id */
    redeliver: ['POST /webhooks/deliveries/{id}/redeliver'],
  },
} as const
