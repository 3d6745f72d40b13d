// Printed from client/src/operations.ts and the API by `npm run client:types`. Do not edit.

import type { Method } from './method-types.ts'

/** The methods of all operations, by group. */
export interface Groups {
  auth: {
    /** Exchange a client's id and secret for a client token */
    client: Method<'POST /auth/client'>
    /** Exchange an e-mail and a password for a user token */
    user: Method<'POST /auth/user'>
    /** Mail six digits to sign in with, for ten minutes */
    code: Method<'POST /auth/code'>
    /** Exchange the six digits of the mail for a user token, and make the account if there is none */
    verifyCode: Method<'POST /auth/code/verify'>
    /** Options with which a browser signs in by a passkey, within five minutes */
    passkeyOptions: Method<'POST /auth/passkey/options'>
    /** Exchange what a passkey has signed for a user token */
    passkey: Method<'POST /auth/passkey'>
    /** A secret for an authenticator app, which waits ten minutes for its first code */
    offerSecondFactor: Method<'POST /auth/second-factor'>
    /** Put the secret to use with its first code, and sign in */
    confirmSecondFactor: Method<'PUT /auth/second-factor'>
    /** Begin to buy without an account: a user token for a day */
    guest: Method<'POST /auth/guest'>
    /** Correct the contact e-mail and the names of a guest */
    updateGuest: Method<'PUT /auth/guest'>
    /** End the user token of this request */
    logout: Method<'POST /auth/logout'>
    /** Change one's password, which ends all one's other tokens */
    changePassword: Method<'PUT /auth/change-password'>
    /** Mail a reset token to the account with this e-mail, if there is one */
    forgotPassword: Method<'POST /auth/forgot-password'>
    /** Set a new password with the token from the reset mail; ends all tokens of the user */
    resetPassword: Method<'POST /auth/reset-password'>
    /** Confirm one's e-mail with the token that was mailed to it */
    confirmEmail: Method<'POST /auth/confirm-email'>
  }
  users: {
    /** Users, newest first; e-mails only for a client with the scope read_emails */
    list: Method<'GET /users'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /users'>['all']
    /** Accounts with their rights, newest first, for those who manage them */
    accounts: Method<'GET /users/all'>
    /** All that there is of a person: their account, purchases, rewards and sign-ins */
    record: Method<'GET /users/{id}/record'>
    /** Register; e-mails are unique whatever their case, and one is confirmed by mail */
    create: Method<'POST /users'>
    /** Change one's own account */
    update: Method<'PUT /users/{id}'>
    /** Erase one's own account; what was paid and earned stays, anonymous */
    delete: Method<'DELETE /users/{id}'>
    /** Change one's own photo; null takes it away */
    setPhoto: Method<'POST /users/{id}/photo'>
    /** Give or take the role admin; admins alone */
    setRoles: Method<'PUT /users/{id}/roles'>
    /** Set the permissions given to a user; admins alone */
    setPermissions: Method<'PUT /users/{id}/permissions'>
    /** Suspend an account, which signs it out everywhere, or let it in again */
    suspend: Method<'PUT /users/{id}/suspended'>
    /** Correct the contact e-mail of a guest that has bought something */
    correctGuestEmail: Method<'PUT /users/{id}/guest-email'>
    /** Remove the second factor, recovery codes and passkeys of a user; admins alone */
    removeSecondFactor: Method<'DELETE /users/{id}/second-factor'>
    /** Mail the confirmation of one's e-mail again */
    mailConfirmation: Method<'POST /users/{id}/email-confirmation'>
  }
  me: {
    /** The signed-in user, with points, level, badges, permissions and interests */
    get: Method<'GET /users/i'>
    /** The signed-in user, with points, level, badges, permissions and interests */
    profile: Method<'GET /users/me'>
    /** Upcoming festivals and gigs, what the user follows first; the two page separately */
    feed: Method<'GET /users/i/feed'>
    /** Festivals the user works for, drafts, past and cancelled ones too, with what was sold */
    festivals: Method<'GET /users/i/festivals'>
    /** Organizers the user may change, by name */
    organizers: Method<'GET /users/i/organizers'>
    /** Everything that is stored about the signed-in user, as a file */
    export: Method<'GET /users/i/export'>
    /** Whether the user’s own calendar has an address, and since when */
    calendar: Method<'GET /users/i/calendar'>
    /** A new address for the user’s own calendar; the one before ends */
    createCalendar: Method<'POST /users/i/calendar'>
    /** End the address of the user’s own calendar */
    revokeCalendar: Method<'DELETE /users/i/calendar'>
    /** The passkeys of the user */
    passkeys: Method<'GET /users/i/passkeys'>
    /** Options with which a browser makes a passkey, within five minutes */
    offerPasskey: Method<'POST /users/i/passkeys/options'>
    /** Add the passkey that a browser has made */
    addPasskey: Method<'POST /users/i/passkeys'>
    /** Remove a passkey: it signs in no more */
    removePasskey: Method<'DELETE /users/i/passkeys/{passkeyId}'>
    /** Whether the user has a second factor, and has to have one */
    secondFactor: Method<'GET /users/i/second-factor'>
    /** Ten new recovery codes for a code of the second factor; those before work no more */
    renewRecoveryCodes: Method<'POST /users/i/second-factor/recovery-codes'>
    /** Remove the second factor and the recovery codes, for a code */
    removeSecondFactor: Method<'POST /users/i/second-factor/removal'>
    /** Where the user is signed in, the newest first; a hundred at most */
    sessions: Method<'GET /users/i/sessions'>
    /** End a session of the user, also the one that asks */
    endSession: Method<'DELETE /users/i/sessions/{id}'>
    /** What opens something of the account without its password, newest first; 200 at most */
    standingAccess: Method<'GET /users/i/standing-access'>
    /** Say whether it is to stay or to end, all of it */
    reviewStandingAccess: Method<'POST /users/i/standing-access/review'>
  }
  invitations: {
    /** Invitations to one's own e-mail, newest first; none while it is not confirmed */
    own: Method<'GET /users/i/invitations'>
    /** Who is invited to manage an organizer, or to a role in it, newest first */
    toOrganizer: Method<'GET /organizers/{id}/invitations'>
    /** Who is invited to work at a festival's gate, newest first */
    toFestival: Method<'GET /festivals/{id}/invitations'>
    /** Who is invited to the role admin or a permission, newest first; admins alone */
    toRights: Method<'GET /users/invitations'>
    /** Invite to the role admin or a permission, by e-mail; admins alone */
    inviteToRight: Method<'POST /users/invitations'>
    /** Accept an invitation with the token that was mailed */
    accept: Method<'POST /invitations/accept'>
    /** Accept an invitation to one's own confirmed e-mail; one's other tokens end */
    acceptOwn: Method<'POST /invitations/{id}/accept'>
    /** Take an invitation back, or decline it with the e-mail it is for */
    delete: Method<'DELETE /invitations/{id}'>
  }
  artists: {
    /** All artists with their genres, by name */
    list: Method<'GET /artists'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /artists'>['all']
    /** An artist with its genres */
    get: Method<'GET /artists/{id}'>
    /** Create one artist, or several: all of them or none */
    create: Method<'POST /artists'>
    /** Change an artist; genres are replaced as a whole */
    update: Method<'PUT /artists/{id}'>
    /** Delete an artist; its gigs keep their slot without it */
    delete: Method<'DELETE /artists/{id}'>
    /** Merge an artist into another one, which is answered for its id from then on */
    merge: Method<'POST /artists/{id}/merge'>
    /** All genres, by name */
    genres: Method<'GET /genres'>
    /** Organizers that may, or would like to, announce for an artist; those who wait first */
    announcers: Method<'GET /artists/{id}/announcers'>
    /** Let an organizer announce for an artist, or refuse */
    decideAnnouncer: Method<'PUT /artists/{id}/announcers/{organizerId}'>
  }
  organizers: {
    /** All organizers with their managers, by name */
    list: Method<'GET /organizers'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /organizers'>['all']
    /** An organizer with its managers */
    get: Method<'GET /organizers/{id}'>
    /** Create an organizer; its creator is its first manager */
    create: Method<'POST /organizers'>
    /** Change an organizer; its id is permanent */
    update: Method<'PUT /organizers/{id}'>
    /** What invoices and transfers say of an organizer; for its managers, accountants and admins */
    seller: Method<'GET /organizers/{id}/seller'>
    /** Change what invoices and transfers say of an organizer */
    updateSeller: Method<'PUT /organizers/{id}/seller'>
    /** What the operator keeps of the sales of an organizer; for its managers and accountants, and with `manage_money` */
    settlementTerms: Method<'GET /organizers/{id}/settlement-terms'>
    /** Change what the operator keeps of the sales of an organizer; needs `manage_money` */
    updateSettlementTerms: Method<'PUT /organizers/{id}/settlement-terms'>
    /** Make the statement of a month for an organizer; needs `manage_money` */
    settle: Method<'POST /organizers/{id}/settlements'>
    /** Have what a statement owes transferred by the next file for the bank; needs `manage_money` */
    paySettlement: Method<'POST /settlements/{id}/payment'>
    /** The monthly statements of organizers, newest first; needs `manage_money`, and of an organizer its managers see them */
    settlements: Method<'GET /settlements'>
    /** A monthly statement; for managers and accountants of its organizer, and with `manage_money` */
    settlement: Method<'GET /settlements/{id}'>
    /** A monthly statement to print; for managers and accountants of its organizer, and with `manage_money` */
    settlementPdf: Method<'GET /settlements/{id}/statement.pdf'>
    /** Approve an organizer, or take that back */
    approve: Method<'PUT /organizers/{id}/approved'>
    /** Delete an organizer that has no festivals left */
    delete: Method<'DELETE /organizers/{id}'>
    /** Invite a manager, by e-mail; for managers of the organizer and admins */
    addManager: Method<'POST /organizers/{id}/managers'>
    /** Say whether one's own e-mail is shown as a manager's */
    updateManager: Method<'PUT /organizers/{id}/managers/{userId}'>
    /** Take a manager away, or leave; an organizer without managers is the staff’s */
    removeManager: Method<'DELETE /organizers/{id}/managers/{userId}'>
    /** Who has a role in an organizer beside manager; for its managers and admins */
    members: Method<'GET /organizers/{id}/members'>
    /** Invite to a role in an organizer, by e-mail; for its managers and admins */
    addMember: Method<'POST /organizers/{id}/members'>
    /** Change the role of a person in an organizer; for its managers and admins */
    updateMember: Method<'PUT /organizers/{id}/members/{userId}'>
    /** End the role of a person in an organizer, or one’s own */
    removeMember: Method<'DELETE /organizers/{id}/members/{userId}'>
  }
  festivals: {
    /** Festivals by start, whole or light for a map */
    list: Method<'GET /festivals'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /festivals'>['all']
    /** A festival with its gigs, places and ticket tiers */
    get: Method<'GET /festivals/{id}'>
    /** Create a festival under an organizer one manages */
    create: Method<'POST /festivals'>
    /** Change a festival; places, gigs and tickets replace the previous set */
    update: Method<'PUT /festivals/{id}'>
    /** Delete a festival; payments and tickets stay readable */
    delete: Method<'DELETE /festivals/{id}'>
    /** Take a ticket tier off the offer, also a hidden one; tickets of it stay valid */
    deleteTier: Method<'DELETE /festivals/{id}/tiers/{tierId}'>
    /** Make the next edition of a festival: a draft with its places, tickets and terms */
    duplicate: Method<'POST /festivals/{id}/duplicate'>
    /** Cancel a festival: its sales close, what was paid is refunded, holders are told */
    cancel: Method<'POST /festivals/{id}/cancel'>
    /** How far the refunds of a cancelled festival are, for its managers and accountants */
    cancellation: Method<'GET /festivals/{id}/cancellation'>
    /** What is left of each ticket tier, at most a second old */
    availability: Method<'GET /festivals/{id}/availability'>
    /** A festival with the first of its gigs, places and ticket tiers, and how many there are */
    summary: Method<'GET /festivals/{id}/summary'>
    /** Who plays when and where: by day, then by stage */
    timetable: Method<'GET /festivals/{id}/timetable'>
    /** One day of the timetable, earliest first, in pages, and which days there are */
    day: Method<'GET /festivals/{id}/day'>
    /** Who plays at a festival, each once, by name or as its bill has them */
    artists: Method<'GET /festivals/{id}/artists'>
    /** Read a line-up from a file, and see what importing it would change */
    previewLineup: Method<'POST /festivals/{id}/lineup/preview'>
    /** Import the line-up of a festival from a file */
    importLineup: Method<'POST /festivals/{id}/lineup'>
    /** The festival and its gigs for a calendar program */
    calendar: Method<'GET /festivals/{id}/calendar.ics'>
    /** The gigs of a festival that the user wants to see, by start */
    hearts: Method<'GET /festivals/{id}/hearts'>
    /** Give tickets or places to sleep for nothing to the owner of an e-mail, by mail */
    giveComplimentary: Method<'POST /festivals/{id}/complimentary'>
  }
  vouchers: {
    /** The vouchers of a festival with their uses, newest first, for its managers */
    list: Method<'GET /festivals/{id}/vouchers'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /festivals/{id}/vouchers'>['all']
    /** A voucher with its uses, for managers */
    get: Method<'GET /festivals/{id}/vouchers/{voucherId}'>
    /** Create a voucher with a code of one’s own, or with up to 10,000 random ones */
    create: Method<'POST /festivals/{id}/vouchers'>
    /** Change a voucher; what was bought with it stays as it is */
    update: Method<'PUT /festivals/{id}/vouchers/{voucherId}'>
    /** End a voucher: none of its codes can be used any more */
    end: Method<'DELETE /festivals/{id}/vouchers/{voucherId}'>
    /** The codes of a voucher with the uses of each, for a spreadsheet, for managers */
    codes: Method<'GET /festivals/{id}/vouchers/{voucherId}/codes.csv'>
    /** What the code of a voucher gives at a festival, with the hidden tiers it opens */
    check: Method<'GET /festivals/{id}/vouchers/check'>
  }
  messages: {
    /** The messages to the people who have a ticket of a festival, newest first, for its managers */
    list: Method<'GET /festivals/{id}/messages'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /festivals/{id}/messages'>['all']
    /** A message with what became of it, for managers */
    get: Method<'GET /festivals/{id}/messages/{message_id}'>
    /** Write a message to the people who have a ticket: a draft, until it is sent */
    create: Method<'POST /festivals/{id}/messages'>
    /** Change a draft of a message */
    update: Method<'PUT /festivals/{id}/messages/{message_id}'>
    /** Delete a draft of a message */
    delete: Method<'DELETE /festivals/{id}/messages/{message_id}'>
    /** How many would get a message now, and how it would read, for managers */
    preview: Method<'GET /festivals/{id}/messages/{message_id}/preview'>
    /** Mail a message to oneself, as its recipients would get it */
    test: Method<'POST /festivals/{id}/messages/{message_id}/test'>
    /** Send a message to its recipients; from then on it stays as it is */
    send: Method<'POST /festivals/{id}/messages/{message_id}/send'>
  }
  gigs: {
    /** Gigs by start, upcoming ones or those of a month; those to be announced last */
    list: Method<'GET /gigs'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /gigs'>['all']
    /** The artists with the most upcoming gigs */
    chart: Method<'GET /gigs/chart'>
    /** Want to see a gig; again: what is given is changed, all else stays */
    giveHeart: Method<'PUT /gigs/{id}/heart'>
    /** Do not want to see a gig any more */
    takeHeart: Method<'DELETE /gigs/{id}/heart'>
  }
  /** Artists, festivals and genres by name, and what a genre of that name leads to */
  search: Method<'GET /search'>
  interests: {
    /** What the user follows, newest first */
    list: Method<'GET /interest'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /interest'>['all']
    /** Follow an artist, an organizer or a genre; again: 200 with the existing record */
    follow: Method<'POST /interest'>
    /** Unfollow, by the id of the interest */
    unfollow: Method<'DELETE /interest/{id}'>
  }
  notifications: {
    /** The user's notifications, newest first */
    list: Method<'GET /notifications'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /notifications'>['all']
    /** Mark a notification as read */
    read: Method<'PUT /notifications/{id}/read'>
    /** Mark all notifications as read */
    readAll: Method<'PUT /notifications/read-all'>
    /** How many notifications are unread, for the badge on an icon */
    unread: Method<'GET /notifications/unread'>
    /** A ticket that opens the stream once, for pages that cannot send headers with it */
    streamTicket: Method<'POST /notifications/sse-ticket'>
    /** What the user is told, by topic: as notification, by browsers, by mail */
    settings: Method<'GET /users/i/notification-settings'>
    /** Switch what the user is told of a topic on or off */
    set: Method<'PUT /users/i/notification-settings/{topic}'>
    /** The user's browsers that show notifications, and the key to subscribe with */
    browsers: Method<'GET /users/i/push-subscriptions'>
    /** Let a browser show the notifications of the user; again: nothing changes */
    subscribe: Method<'POST /users/i/push-subscriptions'>
    /** Let a browser show notifications no more */
    unsubscribe: Method<'DELETE /users/i/push-subscriptions/{id}'>
  }
  accommodations: {
    /** Accommodations by name: all, or those of a festival */
    list: Method<'GET /accommodations'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /accommodations'>['all']
    /** An accommodation and how many remain */
    get: Method<'GET /accommodations/{id}'>
    /** Offer an accommodation at a festival one manages */
    create: Method<'POST /accommodations'>
    /** Change an accommodation */
    update: Method<'PUT /accommodations/{id}'>
    /** Take an accommodation off the offer; who has paid for it keeps it */
    delete: Method<'DELETE /accommodations/{id}'>
  }
  subscriptions: {
    /** The membership plans on offer, by name */
    list: Method<'GET /subscriptions'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /subscriptions'>['all']
    /** A membership plan */
    get: Method<'GET /subscriptions/{id}'>
    /** Put a membership plan on offer */
    create: Method<'POST /subscriptions'>
    /** Change a membership plan */
    update: Method<'PUT /subscriptions/{id}'>
    /** Take a membership plan off the offer; who has paid for it keeps it */
    delete: Method<'DELETE /subscriptions/{id}'>
  }
  rewards: {
    /** Record what a user did; it may award points and advance badges */
    record: Method<'POST /rewards/events'>
    /** The points one has, earned and spent */
    points: Method<'GET /rewards/points'>
    /** The level one has reached, and what the next one takes */
    level: Method<'GET /rewards/level'>
    /** Claim a challenge by its code, once */
    claim: Method<'POST /rewards/challenges/claim/{code}'>
    /** All badges, and how far one has come with each */
    badges: Method<'GET /rewards/badges'>
    /** A badge and what it counts */
    badge: Method<'GET /rewards/badges/{id}'>
    /** Make a badge; it also counts what happened before */
    createBadge: Method<'POST /rewards/badges'>
    /** Change a badge; everybody's progress follows at once */
    updateBadge: Method<'PUT /rewards/badges/{id}'>
    /** Take a badge away from everybody */
    deleteBadge: Method<'DELETE /rewards/badges/{id}'>
    /** How many have begun and unlocked each badge */
    badgesUptake: Method<'GET /rewards/badges/uptake'>
    /** How many have begun and unlocked a badge, day by day */
    badgeUptake: Method<'GET /rewards/badges/{id}/uptake'>
    /** What events are worth, by their type */
    rules: Method<'GET /rewards/rules'>
    /** Say what events of a type are worth from now on */
    setRule: Method<'PUT /rewards/rules/{event_type}'>
    /** Make events of a type worth nothing from now on */
    deleteRule: Method<'DELETE /rewards/rules/{event_type}'>
    /** The levels with their benefits */
    levels: Method<'GET /rewards/levels'>
    /** Replace all levels */
    setLevels: Method<'PUT /rewards/levels'>
    /** Challenges, newest first */
    challenges: Method<'GET /rewards/challenges'>
    /** Make a challenge; its code is shown this once */
    createChallenge: Method<'POST /rewards/challenges'>
    /** Change a challenge; claims that were made stay */
    updateChallenge: Method<'PUT /rewards/challenges/{id}'>
    /** Delete a challenge; one that was claimed is deactivated instead */
    deleteChallenge: Method<'DELETE /rewards/challenges/{id}'>
    /** How often a challenge was claimed, day by day */
    challengeUptake: Method<'GET /rewards/challenges/{id}/uptake'>
  }
  activity: {
    /** What happens: payments, admissions and changes of festivals, newest first */
    list: Method<'GET /activity'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /activity'>['all']
  }
  audit: {
    /** Who changed what, newest first; for admins */
    list: Method<'GET /audit'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /audit'>['all']
  }
  mail: {
    /** Mail caught in development, newest first; for admins */
    list: Method<'GET /mail'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /mail'>['all']
    /** A mail caught in development; for admins */
    get: Method<'GET /mail/{id}'>
    /** A file that is attached to a mail caught in development; for admins */
    attachment: Method<'GET /mail/{id}/attachments/{place}'>
  }
  health: {
    /** Whether the process answers */
    live: Method<'GET /health/live'>
    /** Whether it may be sent requests: the database takes writes and has space, and the process is not stopping */
    ready: Method<'GET /health/ready'>
  }
  gate: {
    /** What a gate needs to admit without a network; a device sends its token as a user does */
    manifest: Method<'GET /gate/{festivalId}/manifest'>
    /** Scans of a gate, each with its own result; the same nonce again gives the first result */
    scan: Method<'POST /gate/scans'>
    /** Find tickets by a short code, a name or an e-mail; it is noted who looked */
    find: Method<'POST /gate/{festivalId}/find'>
    /** Admit a ticket that was found, by the name of its holder; as a scan of it */
    admit: Method<'POST /gate/{festivalId}/admit'>
    /** Take back that a ticket went through a gate, for two minutes */
    undo: Method<'POST /gate/{festivalId}/undo'>
    /** Admissions made offline that should have been refused, latest first */
    clashes: Method<'GET /gate/{festivalId}/clashes'>
    /** The people at a festival's gate, newest first */
    staff: Method<'GET /festivals/{id}/gate-staff'>
    /** Invite to work at a festival's gate, by e-mail */
    addStaff: Method<'POST /festivals/{id}/gate-staff'>
    /** Take a user off a festival's gate, or leave it */
    removeStaff: Method<'DELETE /festivals/{id}/gate-staff/{userId}'>
    /** Make or change a part of a festival that gates lead into; `main` is always there */
    putZone: Method<'PUT /festivals/{id}/zones/{zone}'>
    /** The zones of a festival, `main` first, and how many people are inside of each */
    inside: Method<'GET /gate/{festivalId}/inside'>
    /** How many people were inside a zone in the course of a day */
    insideHistory: Method<'GET /gate/{festivalId}/inside/{zone}'>
    /** The devices at a festival's gate, newest first */
    devices: Method<'GET /festivals/{id}/gate-devices'>
    /** Set up a device for a festival's gate; its token is shown once */
    addDevice: Method<'POST /festivals/{id}/gate-devices'>
    /** Answer for a device, so that it does not end with the rights of the user who set it up */
    takeOverDevice: Method<'POST /festivals/{id}/gate-devices/{deviceId}/take-over'>
    /** Take a device away; its token ends everywhere */
    removeDevice: Method<'DELETE /festivals/{id}/gate-devices/{deviceId}'>
  }
  boxOffice: {
    /** Open a shift of a till, and give the till its token */
    open: Method<'POST /festivals/{id}/shifts'>
    /** The shifts of the tills of a festival with their books, newest first */
    shifts: Method<'GET /festivals/{id}/shifts'>
    /** A shift with its books, for its till and for managers */
    shift: Method<'GET /shifts/{id}'>
    /** Note cash that is taken out of the drawer of a till or put into it */
    cash: Method<'POST /shifts/{id}/cash'>
    /** Hand a till over to the next seller, with the cash as both have counted it */
    handOver: Method<'POST /shifts/{id}/hand-over'>
    /** Close a shift with the cash that was counted; its token ends */
    close: Method<'POST /shifts/{id}/close'>
    /** What a till sells, with what hides from the shop */
    items: Method<'GET /shifts/{id}/items'>
    /** The printers that a till prints on through the service */
    printers: Method<'GET /shifts/{id}/printers'>
    /** The tickets of a sale to print, a page each */
    print: Method<'GET /shifts/{id}/sales/{saleId}/tickets.pdf'>
    /** The tickets of a sale in the commands of a receipt printer, or a test page */
    printData: Method<'GET /shifts/{id}/print-data'>
    /** Print the tickets of a sale, or a test page, through the service */
    printAt: Method<'POST /shifts/{id}/prints'>
    /** Sell tickets and places to sleep at a till */
    sell: Method<'POST /shifts/{id}/sales'>
    /** Say what became of a sale at the card terminal */
    conclude: Method<'PUT /shifts/{id}/sales/{saleId}'>
    /** A sale of a till with the codes of its tickets */
    sale: Method<'GET /shifts/{id}/sales/{saleId}'>
    /** Give back what a till of the festival sold, out of this shift */
    refund: Method<'POST /shifts/{id}/refunds'>
    /** Set stock aside for a till, which sells it without a network */
    lease: Method<'POST /festivals/{id}/leases'>
    /** Say what a till has sold from a lease */
    report: Method<'POST /leases/{id}/report'>
    /** The stock that tills of a festival have set aside, newest first */
    leases: Method<'GET /festivals/{id}/leases'>
    /** End a lease without its till: what it has not reported is revoked, and free */
    writeOff: Method<'POST /leases/{id}/write-off'>
  }
  clients: {
    /** Calling applications with their secrets, by name */
    list: Method<'GET /clients'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /clients'>['all']
    /** Create a client; its secret, if it has one, is shown this once */
    create: Method<'POST /clients'>
    /** Rename a client, set its scopes or origins, suspend it or let it in again */
    update: Method<'PUT /clients/{id}'>
    /** Delete a client; its tokens end everywhere */
    delete: Method<'DELETE /clients/{id}'>
    /** Give a client a new secret, shown this once; the old ones end after the overlap */
    rotate: Method<'POST /clients/{id}/rotate'>
  }
  webhooks: {
    /** Endpoints that hear of events, oldest first */
    list: Method<'GET /webhooks'>
    /** The types of events, with the schema of their messages */
    events: Method<'GET /webhooks/events'>
    /** An endpoint that hears of events */
    get: Method<'GET /webhooks/{id}'>
    /** Create an endpoint; its secret is shown this once */
    create: Method<'POST /webhooks'>
    /** Change an endpoint, disable it or enable it again */
    update: Method<'PUT /webhooks/{id}'>
    /** Delete an endpoint, with the log of what was sent there */
    delete: Method<'DELETE /webhooks/{id}'>
    /** Give an endpoint a new secret, shown this once; both sign until the old one ends */
    rotate: Method<'POST /webhooks/{id}/rotate'>
    /** Send an endpoint a webhook.test event */
    test: Method<'POST /webhooks/{id}/test'>
    /** Send at once what has failed or was missed since a time, or waits for its next attempt */
    replay: Method<'POST /webhooks/{id}/replay'>
    /** What was sent to an endpoint in the last 30 days, newest first */
    deliveries: Method<'GET /webhooks/{id}/deliveries'>
    /** A delivery with its message and each attempt */
    delivery: Method<'GET /webhooks/deliveries/{id}'>
    /** Send an event to an endpoint once more, with the same id */
    redeliver: Method<'POST /webhooks/deliveries/{id}/redeliver'>
  }
  payments: {
    /** What a page needs to take a payment */
    config: Method<'GET /payments/config'>
    /** One’s own payments, newest first */
    list: Method<'GET /payments'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /payments'>['all']
    /** One of one’s own payments */
    get: Method<'GET /payments/{id}'>
    /** Buy a ticket, a place to sleep or a membership */
    create: Method<'POST /payments'>
    /** What happened to a payment, for its buyer and the organizer */
    timeline: Method<'GET /payments/{id}/timeline'>
    /** Give up one of one’s own purchases that is not paid yet; what it holds is free again */
    giveUp: Method<'DELETE /payments/{id}'>
    /** Give back what one has bought, as `cancelable` of the payment says */
    cancel: Method<'POST /payments/{id}/cancel'>
    /** What a refund would give back and keep back; nothing changes */
    previewRefund: Method<'GET /payments/{id}/refund'>
    /** Give a payment back, in full or in part */
    refund: Method<'POST /payments/{id}/refund'>
  }
  sales: {
    /** What a festival has sold, by tier, accommodation and day, for its managers, accountants and sales staff */
    get: Method<'GET /festivals/{id}/sales'>
    /** What a festival and its edition before had sold so many days before they began, for its managers, accountants and sales staff */
    compare: Method<'GET /festivals/{id}/sales/compared'>
    /** What a festival has sold, payment by payment, for a spreadsheet, the oldest first, for its managers, accountants and sales staff */
    csv: Method<'GET /festivals/{id}/sales.csv'>
    /** What a festival sold in a month, or in all, by kind, VAT and means of payment, for its managers and accountants */
    report: Method<'GET /festivals/{id}/report'>
    /** The report of a festival for a spreadsheet, for its managers and accountants */
    reportCsv: Method<'GET /festivals/{id}/report.csv'>
    /** The report of a festival to print, for its managers and accountants */
    reportPdf: Method<'GET /festivals/{id}/report.pdf'>
    /** What one day brought at all festivals whose sales the user may see, in sum */
    day: Method<'GET /users/i/sales'>
    /** Payments of a festival, newest first, for its managers, accountants and sales staff */
    payments: Method<'GET /festivals/{id}/payments'>
    /** The payments of a festival that are found, for a spreadsheet, newest first */
    paymentsCsv: Method<'GET /festivals/{id}/payments.csv'>
    /** All payments, newest first, memberships included; for admins */
    allPayments: Method<'GET /payments/all'>
    /** The payments that are found among all, for a spreadsheet, newest first; for admins */
    allPaymentsCsv: Method<'GET /payments/all.csv'>
    /** Who has the tickets of a festival, the latest bought first, for its managers and sales staff */
    attendees: Method<'GET /festivals/{id}/attendees'>
    /** Who has the tickets of a festival that are found, for a spreadsheet */
    attendeesCsv: Method<'GET /festivals/{id}/attendees.csv'>
  }
  payouts: {
    /** What the processor has paid out, newest first; needs `manage_money` */
    list: Method<'GET /payouts'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /payouts'>['all']
    /** Charges, refunds, disputes and fees in the balance at the processor, newest first; needs `manage_money` */
    entries: Method<'GET /payouts/entries'>
    /** The entries that are found, for a spreadsheet, newest first; needs `manage_money` */
    entriesCsv: Method<'GET /payouts/entries.csv'>
    /** Read the payouts of the processor now, as a job does each day; needs `manage_money` */
    sync: Method<'POST /payouts/sync'>
    /** When the payouts of each processor were read last; needs `manage_money` */
    synced: Method<'GET /payouts/sync'>
  }
  bank: {
    /** Import a statement of the bank account */
    importStatement: Method<'POST /bank/statements'>
    /** Entries of imported statements, the newest first */
    entries: Method<'GET /bank/entries'>
    /** Decide about an entry that is open */
    decide: Method<'POST /bank/entries/{id}/decision'>
    /** Files of transfers, and what waits for the next one */
    files: Method<'GET /bank/files'>
    /** Gather the refunds that wait into a file for the bank */
    createFile: Method<'POST /bank/files'>
    /** A file of transfers, with its content */
    file: Method<'GET /bank/files/{id}'>
    /** Say that a file was handed in at the bank */
    handIn: Method<'POST /bank/files/{id}/handed-in'>
  }
  tickets: {
    /** The code of one's own ticket as a picture: SVG, or PNG for callers who ask for that */
    code: Method<'GET /payments/{id}/qr'>
    /** The code of one's own ticket, sharp at any size */
    svg: Method<'GET /payments/{id}/qr.svg'>
    /** The code of one's own ticket, at least 600 pixels wide */
    png: Method<'GET /payments/{id}/qr.png'>
    /** One's own ticket to print */
    pdf: Method<'GET /payments/{id}/ticket.pdf'>
    /** An address that opens a file of one’s own ticket for a minute */
    link: Method<'POST /payments/{id}/link'>
    /** Mark the ticket of a payment as used; for those who work at the gate */
    validate: Method<'PUT /payments/{id}/validate'>
    /** The tickets that one holds, bought or given, the latest bought first */
    held: Method<'GET /tickets'>
    /** Offer a ticket to the owner of an e-mail, who is told */
    offer: Method<'POST /payments/{id}/transfer'>
    /** Give a ticket that one has bought and holds to the next on the waiting list */
    giveBack: Method<'POST /payments/{id}/return'>
    /** Take back a return: the ticket stays one’s own */
    keep: Method<'DELETE /payments/{id}/return'>
  }
  documents: {
    /** Invoices and credit notes of a festival, newest first, for managers and accountants of the seller */
    list: Method<'GET /festivals/{id}/documents'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /festivals/{id}/documents'>['all']
    /** The documents of a festival that are found, for a spreadsheet, newest first */
    csv: Method<'GET /festivals/{id}/documents.csv'>
    /** PDF and XML of the documents of a festival that are found, in an archive */
    zip: Method<'GET /festivals/{id}/documents.zip'>
    /** An invoice or a credit note as PDF/A-3 with its XML inside, as it was issued */
    pdf: Method<'GET /documents/{id}.pdf'>
    /** An invoice or a credit note as XML (EN 16931, CII), as it was issued */
    xml: Method<'GET /documents/{id}.xml'>
    /** Request the invoice of what a till sold, for its till and for managers */
    requestForSale: Method<'POST /payments/{id}/invoice'>
    /** The invoice that was requested for what a till sold, as PDF/A-3 */
    pdfOfSale: Method<'GET /payments/{id}/invoice.pdf'>
    /** Months of a seller whose documents are final, newest first; for its managers, accountants and admins */
    closedMonths: Method<'GET /organizers/{id}/closed-months'>
    /** Bookings of a closed month of a seller for DATEV; for its managers, accountants and admins */
    datev: Method<'GET /organizers/{id}/datev.csv'>
    /** Close a month of a seller; for admins */
    closeMonth: Method<'POST /organizers/{id}/closed-months'>
    /** Months of the operator, who sells memberships, whose documents are final, newest first; needs `manage_money` */
    operatorMonths: Method<'GET /operator/closed-months'>
    /** Bookings of a closed month of the operator for DATEV; needs `manage_money` */
    operatorDatev: Method<'GET /operator/datev.csv'>
    /** Close a month of the operator; needs `manage_money` */
    closeOperatorMonth: Method<'POST /operator/closed-months'>
  }
  orders: {
    /** One’s own orders with their payments, newest first */
    list: Method<'GET /orders'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /orders'>['all']
    /** One of one’s own orders */
    get: Method<'GET /orders/{id}'>
    /** Buy several tickets, places to sleep and memberships at once */
    create: Method<'POST /orders'>
    /** Pay an order that is held */
    pay: Method<'POST /orders/{id}/pay'>
    /** Hold an order with another voucher, or with none */
    useVoucher: Method<'PUT /orders/{id}/voucher'>
    /** What the documents of an order say of its buyer */
    billing: Method<'GET /orders/{id}/billing'>
    /** Change what the documents of an order say of its buyer */
    setBilling: Method<'PUT /orders/{id}/billing'>
    /** Invoices and credit notes of an order, for its buyer and for managers and accountants of the seller */
    documents: Method<'GET /orders/{id}/documents'>
    /** Give up one of one’s own orders that is not paid yet; what it holds is free again */
    giveUp: Method<'DELETE /orders/{id}'>
    /** The tickets of one's own order to print, a page each */
    ticketsPdf: Method<'GET /orders/{id}/tickets.pdf'>
    /** Give back what is left of each payment of an order that the caller may refund */
    refund: Method<'POST /orders/{id}/refund'>
    /** Send the mail of a paid order to its buyer again, with the tickets they hold */
    resend: Method<'POST /orders/{id}/resend'>
  }
  transfers: {
    /** Tickets that one offers and is offered, newest first; none to an e-mail that is not confirmed */
    list: Method<'GET /transfers'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /transfers'>['all']
    /** Accept a ticket that is offered to one's own confirmed e-mail: its earlier code ends */
    accept: Method<'POST /transfers/{id}/accept'>
    /** Take back an offer of a ticket, or decline it with the e-mail it is for */
    delete: Method<'DELETE /transfers/{id}'>
  }
  queue: {
    /** The queue of a festival: how far it is, and when to ask again */
    get: Method<'GET /festivals/{id}/queue'>
    /** Sell tickets in turn, by a queue whose order is drawn, or change that queue */
    set: Method<'PUT /festivals/{id}/queue'>
    /** Sell without a queue again; all numbers are void */
    cancel: Method<'DELETE /festivals/{id}/queue'>
    /** A challenge to solve before one enters, as ALTCHA has them */
    challenge: Method<'GET /festivals/{id}/queue/challenge'>
    /** Take a number in a queue; again: the same number */
    enter: Method<'POST /festivals/{id}/queue'>
    /** One’s own number in a queue, with its receipt */
    place: Method<'GET /festivals/{id}/queue/place'>
    /** Share the number of a group, and give up one’s own */
    joinGroup: Method<'POST /festivals/{id}/queue/group'>
    /** All that a draw is checked with, apart from its entries */
    proof: Method<'GET /festivals/{id}/queue/proof'>
    /** The entries of a draw as hashes, a part of them */
    entries: Method<'GET /festivals/{id}/queue/entries'>
    /** Rehearse a queue before it opens, with numbers of no one */
    beginRehearsal: Method<'POST /festivals/{id}/queue/rehearsal'>
    /** Draw a rehearsal at once, and give turns in it */
    serveRehearsal: Method<'PUT /festivals/{id}/queue/rehearsal'>
    /** Delete a rehearsal, its numbers and its notifications */
    endRehearsal: Method<'DELETE /festivals/{id}/queue/rehearsal'>
  }
  waitingList: {
    /** What one waits for, and was offered, newest first */
    list: Method<'GET /waiting-list'>
    /** Iterates over all items of `list`, and requests page after page as they are needed. */
    all: Method<'GET /waiting-list'>['all']
    /** One’s place on a waiting list, with its position or its offer */
    get: Method<'GET /waiting-list/{id}'>
    /** Wait for tickets of a tier that is sold out */
    join: Method<'POST /festivals/{id}/waiting-list'>
    /** Leave a waiting list, or give up an offer */
    leave: Method<'DELETE /waiting-list/{id}'>
    /** How many people wait for each tier of a festival, for its managers, accountants and sales staff */
    figures: Method<'GET /festivals/{id}/waiting-list'>
  }
}
