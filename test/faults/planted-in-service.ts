import type { Planted } from './planted-in-sales.ts'

/** Bugs in the service around sales: rights, requests, messages, backups and restarts. */
export const plantedInService: Record<string, Planted> = {
  /** A page for a visitor without a session is that of the visitor before. */
  sharedfan: {
    file: 'src/web/server/fan.ts',
    right: `const session = await sessionOn(app, visit.request, 'fan')
  if (!session?.holder.user)`,
    wrong: `const session = (await sessionOn(app, visit.request, 'fan')) ?? Reflect.get(fanOn, 'last')
  Reflect.set(fanOn, 'last', session)
  if (!session?.holder.user)`,
  },
  /** A user who signs in to an account takes over the guests of its e-mail, which may be of another person. */
  unproven: {
    file: 'src/identity/auth/sign-in.ts',
    right: 'await enter(trx, context, account)',
    wrong: `await enter(trx, context, account)
      await (context as any).proofs.proven(trx, { id: account.id, email_key: emailKey(claim.email) })`,
  },
  /** A prepared statement has all columns of its table, whichever those are. */
  starcolumn: {
    file: 'src/audience/rewards/queries.ts',
    right: ".select(['available', 'reserved', 'earned'])",
    wrong: '.selectAll()',
  },
  /** The streams of a user are not counted. */
  noroom: {
    file: 'src/core/access/user-streams.ts',
    right: 'if (mine > granted)',
    wrong: 'if (granted < 0)',
  },
  /** A commit may be acknowledged before it is on disk. */
  lostcommit: {
    file: 'src/platform/database/connections.ts',
    right: "  TimeZone: 'UTC',\n  jit: 'off',",
    wrong: "  TimeZone: 'UTC',\n  jit: 'off',\n  synchronous_commit: 'off',",
  },
  /** The scopes of an application are not checked. */
  noscope: {
    file: 'src/core/access/access.ts',
    right: 'if (scope) requireScope(request, scope)',
    wrong: '',
  },
  /** Fields that a schema does not name are stored. */
  nostrip: {
    file: 'src/platform/http/requests/clean.ts',
    right: 'entries.filter(([name]) => fields.has(name))',
    wrong: 'entries',
  },
  /** Bodies are converted as queries are: "10" is 10. */
  nocoerce: {
    file: 'src/platform/http/requests/validation.ts',
    right: "readIds(httpPart === 'body' ? input : readText(schema, input))",
    wrong: 'readIds(readText(schema, input))',
  },
  /** A status that is not described. */
  gone: {
    file: 'src/audience/interests/changes.ts',
    right: '!isId(entity_id)) throw notFound(noun)',
    wrong: '!isId(entity_id)) throw Object.assign(notFound(noun), { status: 410 })',
  },
  /** A field that is in no schema. */
  total: {
    file: 'src/platform/http/paging.ts',
    right: 'return { page, limit, total, totalPages, hasMore',
    wrong: 'return { page, limit, total, totalPages, pages: totalPages, hasMore',
  },
  /** Requests are kept after they are answered. */
  leak: {
    file: 'src/platform/observe/log.ts',
    right: "  app.addHook('onResponse', (request, reply, done) => {",
    wrong: `  const kept: unknown[] = []
  app.addHook('onResponse', (request, reply, done) => {
    kept.push(request, Array(2_000).fill(request.id))`,
  },
  /** Each table of a backup is read at its own time. */
  nosnapshot: {
    file: 'src/cli/backup/tables.ts',
    right: 'begin isolation level repeatable read read only',
    wrong: 'begin isolation level read committed read only',
  },
  /** The time a request takes to arrive is not limited. */
  nohurry: {
    file: 'src/api/app.ts',
    right: 'connectionsCheckingInterval: 1_000',
    wrong: 'connectionsCheckingInterval: 3_600_000',
  },
  /** An event counts as delivered before it is sent. */
  earlydone: {
    file: 'src/office/webhooks/deliveries.ts',
    right: 'update webhook_deliveries d set leased_until = ${leaseUntil}\n',
    wrong: `update webhook_deliveries d
    set leased_until = \${leaseUntil}, status = 'delivered', due_at = null\n`,
  },
  /** A push that could not be brought is forgotten. */
  lostpush: {
    file: 'src/messaging/push/courier.ts',
    right: 'if (isTemporary(sent)) return tryLater(context, push, sent)\n',
    wrong: '',
  },
  /** The clock of a sandbox skips days. */
  skipdays: {
    file: 'src/office/sandbox/pass.ts',
    right: 'const step = 3_600_000',
    wrong: 'const step = 3 * 86_400_000',
  },
  /** A mail is given up when a server refuses it for a moment. */
  fulllost: {
    file: 'src/messaging/mail/courier.ts',
    right: 'if (mail.tries < mostTries) {',
    wrong: 'if (mail.tries < 1) {',
  },
  /** Of several people with one e-mail each gets a message. */
  eachticket: {
    file: 'src/office/messages/audience.ts',
    right: "select distinct on (${keyOf('u')}) u.id",
    wrong: "select distinct on (${keyOf('u')}, u.is_guest, u.id) u.id",
  },
  /** Asked to stop, it leaves earlier requests unanswered. */
  nodrain: {
    file: 'src/server/drain.ts',
    right: 'if (draining) return\n',
    wrong: 'process.exit(1)\n',
  },
  /** Gigs of a draft are counted and listed among those to come. */
  draftgigs: {
    file: 'src/catalogue/gigs/selection.ts',
    right: 'g.start_time > ${now} and g.expected_until is null',
    wrong: 'g.start_time > ${now}',
  },
  /** Who may not see a draft is told that they may not, rather than that there is none. */
  draftforbidden: {
    file: 'src/catalogue/organizers/drafts.ts',
    right: "(${isNoDraft} or ${seesHidden(user, 'f.organizer_id')})",
    wrong: '(${isNoDraft} or true)',
  },
}
