/** The bugs that the harnesses must find, each as a change of one source file. */

type Planted = { file: string; right: string; wrong: string }

export const planted: Record<string, Planted> = {
  /** Stock is read and then taken, without a lock in between. */
  nolock: {
    file: 'src/platform/database/stock.ts',
    right: `and archived_at is null
          order by id for no key update`,
    wrong: 'and archived_at is null',
  },
  /** What a person has of something limited is counted, without a lock in between. */
  limitrace: {
    file: 'src/payments/per-person.ts',
    right: 'if (!payments.some(isLimited)) return',
    wrong: 'if (payments.length > 0) return',
  },
  /** An order is held as soon as one of the things it buys is. */
  halforder: {
    file: 'src/payments/hold.ts',
    right: 'more.length === 0 && line?.voucher_code_id === null && !offered.has(line.id)',
    wrong: 'line?.voucher_code_id === null && !offered.has(line.id)',
  },
  /** A page for a visitor without a session is that of who came before. */
  sharedfan: {
    file: 'src/web/fan.ts',
    right: `const session = await sessionOn(app, visit.request, 'fan')
  if (!session?.holder.user)`,
    wrong: `const session = (await sessionOn(app, visit.request, 'fan')) ?? Reflect.get(fanOn, 'last')
  Reflect.set(fanOn, 'last', session)
  if (!session?.holder.user)`,
  },
  /** The uses of a voucher are counted, and then taken, without a lock in between. */
  voucherrace: {
    file: 'src/vouchers/uses.ts',
    right: 'order by c.id for no key update of c',
    wrong: 'order by c.id',
  },
  /** Guests of one e-mail buy something limited, each under a lock of its own. */
  emailrace: {
    file: 'src/payments/per-person.ts',
    right: 'await lockEmails({ db, now }, payments.filter(isLimited))',
    wrong: '',
  },
  /** A user who signs in to an account takes over the guests of its e-mail, which may be of another person. */
  unproven: {
    file: 'src/auth/sign-in.ts',
    right: 'if (!(await noteSignIn(trx, { ...account, now: now() }))) throw refused()',
    wrong: `if (!(await noteSignIn(trx, { ...account, now: now() }))) throw refused()
    await (context as any).proofs.proven(trx, { id: account.id, email_key: fold(email) })`,
  },
  /** A ticket is read and then marked as used, without a lock in between. */
  nohold: {
    file: 'src/tickets/admit.ts',
    right: 'order by payment_id for no key update',
    wrong: 'order by payment_id',
  },
  /** A ticket is handed on without a lock, so that its old code may admit meanwhile. */
  oldcode: {
    file: 'src/transfers/answer.ts',
    right: 'await lockTickets(trx, [payment_id])',
    wrong: '',
  },
  /** An offer is read and then bought with, without a lock in between. */
  doubleoffer: {
    file: 'src/waiting/offered.ts',
    right: 'sql`order by e.id for no key update of e`',
    wrong: 'sql``',
  },
  /** An order that comes to nothing keeps its uses of a voucher. */
  keptuse: {
    file: 'src/payments/sell.ts',
    right: '...freed.map((payment) => ({ ...payment, held: -1, used: 0 })),',
    wrong: '',
  },
  /** What an order holds is free for a moment while its voucher is changed. */
  letgo: {
    file: 'src/payments/change-voucher.ts',
    right: 'await exchangeUses(trx, order, lines)\n',
    wrong: `const { moveStock } = await import('./offers.ts')
    const move = (db: any, held: number) =>
      moveStock(db, order.lines.map((line) => ({ ...line, held, sold: 0 })))
    await move(checkout.db, -1)
    await exchangeUses(trx, order, lines)
    await move(trx.db, 1)\n`,
  },
  /** An order that gets another voucher keeps its uses of the one before. */
  bothuses: {
    file: 'src/payments/change-voucher.ts',
    right: 'order.lines.map((line) => ({ ...line, held: -1, used: 0 })),',
    wrong: '[],',
  },
  /** A ticket that is bought from its buyer is counted as one of the stock. */
  twostock: {
    file: 'src/payments/hold.ts',
    right: 'return_id === null ? 1 : 0',
    wrong: 'return_id === null ? 1 : 1',
  },
  /** A returned ticket is read and then bought, without a lock in between, so that it may admit meanwhile. */
  bothgood: {
    file: 'src/returns/sold.ts',
    right: 'await lockTickets(db, paymentIds)',
    wrong: '',
  },
  /** Wrong codes are not counted. */
  nocount: {
    file: 'src/rewards/wrong-codes.ts',
    right: 'then 1 else w.failures + 1 end',
    wrong: 'then 1 else w.failures end',
  },
  /** The streams of a user are not counted. */
  noroom: {
    file: 'src/access/user-streams.ts',
    right: 'if (mine > granted)',
    wrong: 'if (granted < 0)',
  },
  /** A retry is a purchase of its own. */
  noidem: {
    file: 'src/payments/purchase.ts',
    right: 'idempotency_key: key ?? body.id',
    wrong: 'idempotency_key: key ? body.id : body.id',
  },
  /** A hold is freed, though its charge may still arrive. */
  nofence: {
    file: 'src/payments/fence.ts',
    right: 'await answerOf(checkout, checkout.processor.cancel(chargeOf(order)))',
    wrong: "('cancelled' as 'cancelled' | 'succeeded')",
  },
  /** An attempt to pay begins though the one before, which was declined, may still be charged. */
  nocancel: {
    file: 'src/payments/fence.ts',
    right: 'if (isAttempt) return',
    wrong: 'if (isAttempt && !order.id) return',
  },
  /** What is heard of one attempt to pay moves another. */
  anyattempt: {
    file: 'src/payments/settle.ts',
    right: 'order && chargeKeyOf(order) === key ?',
    wrong: 'order && key ?',
  },
  /** A commit may be acknowledged before it is on disk. */
  lostcommit: {
    file: 'src/platform/database/connections.ts',
    right: "  TimeZone: 'UTC',\n  jit: 'off',",
    wrong: "  TimeZone: 'UTC',\n  jit: 'off',\n  synchronous_commit: 'off',",
  },
  /** Any user may read any payment. */
  noowner: {
    file: 'src/payments/queries.ts',
    right: 'where p.id = ${id} and p.user_id = ${userId}',
    wrong: 'where p.id = ${id}',
  },
  /** The scopes of an application are not checked. */
  noscope: {
    file: 'src/access/access.ts',
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
    file: 'src/interests/changes.ts',
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
    file: 'src/cli/backup-tables.ts',
    right: 'begin isolation level repeatable read read only',
    wrong: 'begin isolation level read committed read only',
  },
  /** The time a request takes to arrive is not limited. */
  nohurry: {
    file: 'src/app.ts',
    right: 'connectionsCheckingInterval: 1_000',
    wrong: 'connectionsCheckingInterval: 3_600_000',
  },
  /** An event counts as delivered before it is sent. */
  earlydone: {
    file: 'src/webhooks/deliveries.ts',
    right: 'update webhook_deliveries d set leased_until = ${leaseUntil}\n',
    wrong: `update webhook_deliveries d
    set leased_until = \${leaseUntil}, status = 'delivered', due_at = null\n`,
  },
  /** Asked to stop, it leaves earlier requests unanswered. */
  nodrain: {
    file: 'src/serve/drain.ts',
    right: 'if (draining) return\n',
    wrong: 'process.exit(1)\n',
  },
  /** Gigs of a draft are counted and listed among those to come. */
  draftgigs: {
    file: 'src/gigs/selection.ts',
    right: 'g.start_time > ${now} and g.expected_until is null',
    wrong: 'g.start_time > ${now}',
  },
  /** Who may not see a draft is told that they may not, rather than that there is none. */
  draftforbidden: {
    file: 'src/organizers/drafts.ts',
    right: "(${isNoDraft} or ${seesHidden(user, 'f.organizer_id')})",
    wrong: '(${isNoDraft} or true)',
  },
}
