/** A bug as a change of one source file: what is right there, and what is wrong. */
export type Planted = { file: string; right: string; wrong: string }

/** Bugs in what is sold, held and admitted: money, stock, tickets, gates and tills. */
export const plantedInSales: Record<string, Planted> = {
  /** Stock is read and then taken, without a lock in between. */
  nolock: {
    file: 'src/platform/database/stock.ts',
    right: `and archived_at is null
          order by id for no key update`,
    wrong: 'and archived_at is null',
  },
  /** What a person has of something limited is counted, without a lock in between. */
  limitrace: {
    file: 'src/shop/payments/reserving/per-person.ts',
    right: 'if (!payments.some(isLimited)) return',
    wrong: 'if (payments.length > 0) return',
  },
  /** An order is held as soon as one of the things it buys is. */
  halforder: {
    file: 'src/shop/payments/reserving/hold.ts',
    right: 'more.length === 0 && line?.voucher_code_id === null && !offered.has(line.id)',
    wrong: 'line?.voucher_code_id === null && !offered.has(line.id)',
  },
  /** Numbers are taken in a transaction of their own. */
  numbergap: {
    file: 'src/shop/documents/issuing/issue.ts',
    right: 'await takeNumbers(trx, drafts)',
    wrong: 'await transact(work, (own) => takeNumbers(own, drafts))',
  },
  /** An invoice rounds the VAT of each unit by itself. */
  unitinvoice: {
    file: 'src/shop/documents/issuing/sold-units.ts',
    right: 'p.amount_cents, p.vat_cents, p.vat, p.festival_id',
    wrong: `p.amount_cents, round(p.amount_cents - p.amount_cents * 100 / (100 + coalesce((p.vat->>'rate')::numeric, 0)))::int as vat_cents, p.vat, p.festival_id`,
  },
  /** The uses of a voucher are counted, and then taken, without a lock in between. */
  voucherrace: {
    file: 'src/shop/vouchers/uses.ts',
    right: 'order by c.id for no key update of c',
    wrong: 'order by c.id',
  },
  /** Guests of one e-mail buy something limited, each under a lock of its own. */
  emailrace: {
    file: 'src/shop/payments/reserving/per-person.ts',
    right: 'await lockEmails({ db, now }, payments.filter(isLimited))',
    wrong: '',
  },
  /** A ticket is read and then marked as used, without a lock in between. */
  nohold: {
    file: 'src/shop/tickets/admit.ts',
    right: 'order by payment_id for no key update',
    wrong: 'order by payment_id',
  },
  /** A ticket is handed on without a lock, so that its old code may admit meanwhile. */
  oldcode: {
    file: 'src/shop/transfers/answer.ts',
    right: 'await lockTickets(trx, [payment_id])',
    wrong: '',
  },
  /** The code from before a ticket was handed on admits. */
  oldrevision: {
    file: 'src/entrance/gate/judge.ts',
    right: 'transferred: isTransferred(scan, { ticket, at }),',
    wrong: 'transferred: false,',
  },
  /** Who waited is offered a ticket, and is not told. */
  lostnotice: {
    file: 'src/shop/waiting/offers.ts',
    right: 'await notify({ db, bus, now }, rows.map(offeredNotice))\n',
    wrong: '',
  },
  /** An offer is read and then bought with, without a lock in between. */
  doubleoffer: {
    file: 'src/shop/waiting/offered.ts',
    right: 'sql`order by e.id for no key update of e`',
    wrong: 'sql``',
  },
  /** Who is in a queue buys before it is their turn. */
  skipturn: {
    file: 'src/shop/queue/turns.ts',
    right: 'if (await isCalled(place)) called.add(keyOf(place))',
    wrong: 'called.add(keyOf(place))',
  },
  /** The waiting list is offered what becomes free while people in the queue are not served. */
  queueovertaken: {
    file: 'src/catalogue/festivals/model/stock.ts',
    right: 'and coalesce(qd.has_unserved, true))',
    wrong: 'and false)',
  },
  /** An order that comes to nothing keeps its uses of a voucher. */
  keptuse: {
    file: 'src/shop/payments/reserving/sell.ts',
    right: '...freed.map((payment) => ({ ...payment, held: -1, used: 0 })),',
    wrong: '',
  },
  /** What an order holds is free for a moment while its voucher is changed. */
  letgo: {
    file: 'src/shop/payments/charging/change-voucher.ts',
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
    file: 'src/shop/payments/charging/change-voucher.ts',
    right: 'order.lines.map((line) => ({ ...line, held: -1, used: 0 })),',
    wrong: '[],',
  },
  /** A ticket that is bought from its buyer is counted as one of the stock. */
  twostock: {
    file: 'src/shop/payments/reserving/hold.ts',
    right: 'return_id === null ? 1 : 0',
    wrong: 'return_id === null ? 1 : 1',
  },
  /** A returned ticket is read and then bought, without a lock in between, so that it may admit meanwhile. */
  bothgood: {
    file: 'src/shop/returns/sold.ts',
    right: 'await lockTickets(db, paymentIds)',
    wrong: '',
  },
  /** A return pays at most what the next buyer pays, and not what it promised. */
  returnbelow: {
    file: 'src/shop/payments/charging/resell.ts',
    right: 'cents: returned.promised_cents }',
    wrong: 'cents: Math.min(returned.promised_cents, line.amount_cents) }',
  },
  /** Wrong codes are not counted. */
  nocount: {
    file: 'src/audience/rewards/challenges/wrong-codes.ts',
    right: 'then 1 else w.failures + 1 end',
    wrong: 'then 1 else w.failures end',
  },
  /** A retry is a purchase of its own. */
  noidem: {
    file: 'src/shop/payments/api/order-requests.ts',
    right: 'idempotency_key: key ?? id',
    wrong: 'idempotency_key: key ? id : id',
  },
  /** A hold is freed, though its charge may still arrive. */
  freedearly: {
    file: 'src/shop/payments/charging/cancel-charge.ts',
    right: "order.amount_cents > 0 ? await cancelAtProcessor(checkout, order) : 'cancelled'",
    wrong: "('cancelled' as 'cancelled' | 'succeeded')",
  },
  /** An attempt to pay begins though the one before, which was declined, may still be charged. */
  nocancel: {
    file: 'src/shop/payments/charging/cancel-charge.ts',
    right: 'if (isAttempt) return',
    wrong: 'if (isAttempt && !order.id) return',
  },
  /** What is heard of one attempt to pay moves another. */
  anyattempt: {
    file: 'src/shop/payments/charging/settle.ts',
    right: 'order && chargeKeyOf(order) === key ?',
    wrong: 'order && key ?',
  },
  /** Any user may read any payment. */
  noowner: {
    file: 'src/shop/payments/model/queries.ts',
    right: 'where p.id = ${id} and p.user_id = ${userId}',
    wrong: 'where p.id = ${id}',
  },
  /** A gate's page leaves out what passed in other zones, and the service does not. */
  twojudges: {
    file: 'src/entrance/gate/judge.ts',
    right: '(one) => one.zone === zone && !one.clash),',
    wrong: '(one) => !one.clash),',
  },
  /** A till that sets stock aside is handed what others have set aside too. */
  leasetwice: {
    file: 'src/entrance/box-office/leases.ts',
    right: 'where p.lease_id = ${id} and t.revision = 0 order by t.payment_id',
    wrong: `where p.lease_id is not null and p.status = 'pending'
      and p.entity_id = (select entity_id from till_leases where id = \${id}) and t.revision = 0 order by t.payment_id`,
  },
  /** What a till sold without a network is missing from the books of its shift. */
  lostshift: {
    file: 'src/entrance/box-office/books.ts',
    right: 'where shift_id = s.id and receipt is not null group by means) b) as sold',
    wrong:
      'where shift_id = s.id and receipt is not null and lease_id is null group by means) b) as sold',
  },
  /** The report counts a refund in the month of the sale. */
  refundatsale: {
    file: 'src/office/sales/report.ts',
    right: "${monthOf('given_back_at')}",
    wrong: "${monthOf('created_at')}",
  },
  /** A refund that fails after it was done stays done. */
  laterefund: {
    file: 'src/shop/payments/refunds/states.ts',
    right: 'r.refused is null and (r.done_at is null or not ${isDone}::boolean)',
    wrong: 'r.refused is null and r.done_at is null',
  },
  /** The report counts a sale when it was ordered, not when it was paid. */
  soldatorder: {
    file: 'src/office/sales/report.ts',
    right: 'coalesce(e.at, b.created_at)',
    wrong: 'b.created_at',
  },
  /** The report takes what vouchers took off for a payment with points as well. */
  discounttwice: {
    file: 'src/office/sales/report.ts',
    right: 'p.price_cents - p.discount_cents - p.amount_cents as points_cents',
    wrong: 'p.price_cents - p.amount_cents as points_cents',
  },
  /** The VAT that a refund gives back is computed by its gross and the rate, and not from the stored VAT of the receipt. */
  vatofrefund: {
    file: 'src/shop/payments/model/vat.ts',
    right:
      'left_vat - least(left_vat, (2 * p.vat_cents::bigint * left_cents + p.amount_cents) / greatest(2 * p.amount_cents::bigint, 1))',
    wrong:
      "round(r.amount_cents * coalesce((p.vat ->> 'rate')::numeric, 0) / (100 + coalesce((p.vat ->> 'rate')::numeric, 0)))",
  },
  /** VAT is computed for each unit by itself, not once for the receipt. */
  vatperunit: {
    file: 'src/shop/payments/model/vat.ts',
    right: '(line) => line.sale_id ?? line.order_id)',
    wrong: '(line) => line.id)',
  },
}
