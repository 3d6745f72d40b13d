import { sql } from 'kysely'
import { type SellerVersion, sellersAt } from '#catalogue/organizers'
import type { Database } from '#platform/database/tables'
import { money, type Row, writeSums } from '#platform/paper/sums'
import { found } from '#platform/values/errors'
import type { Settlement } from './schemas.ts'

/** Writes a statement on pages of A4. It names operator and organizer as they were when it was made. */
export async function toStatementPdf(db: Database, settlement: Settlement): Promise<Buffer> {
  const { number, organizer_id, month, created_at: at } = settlement
  const [operator, organizer] = await sellersAt(db, [
    { seller: '', at },
    { seller: organizer_id, at },
  ])
  const { rows } = await sql<{ name: string }>`
    select coalesce(legal_name, name) as name from organizers where id = ${organizer_id}`.execute(
    db,
  )
  const { name } = found(rows[0], 'Organizer')
  return writeSums({
    title: `Settlement ${number}`,
    sentences: [
      `Sales of ${month}, of each festival in its own time zone, in EUR. Made on ${dayOf(at)}.`,
      ...(operator ? [`From: ${detailsOf(operator)}`] : []),
      `For: ${organizer ? detailsOf(organizer) : name}`,
    ],
    tables: [
      ['Sums', ['', 'EUR'], sumsOf(settlement)],
      ['Festivals', ['', 'Units sold', 'Sales', 'Refunds'], settlement.festivals.map(rowOf)],
      ['Payment', ['', 'EUR'], paymentOf(settlement)],
    ],
    at,
  })
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

function detailsOf({ legal_name, street, postcode, city, country, ...seller }: SellerVersion) {
  const town = [postcode, city].filter(Boolean).join(' ')
  const taxes = [
    seller.vat_id && `VAT id ${seller.vat_id}`,
    seller.tax_number && `tax number ${seller.tax_number}`,
  ]
  return [legal_name, street, town, country, ...taxes].filter(Boolean).join(', ')
}

function sumsOf({ terms, due, ...sums }: Settlement): Row[] {
  const share = `${terms.commission_percent} % of sales less refunds`
  const perUnit = `${money(terms.commission_per_unit)} for each of ${sums.sold_count} units`
  return [
    ['Sales by card and bank transfer', money(sums.sales)],
    ['Refunds, disputes that were lost included', money(-sums.refunds)],
    ['Fees of the processor', money(-sums.fees)],
    [`Commission: ${share}, ${perUnit}`, money(-sums.commission)],
    [`VAT on the commission, ${terms.commission_vat_percent} %`, money(-sums.commission_vat)],
    due < 0 ? ['The organizer owes', money(-due)] : ['The operator owes', money(due)],
  ]
}

const rowOf = (line: Settlement['festivals'][number]): Row => [
  line.name,
  `${line.sold_count}`,
  money(line.sales),
  money(line.refunds),
]

/** Returns the transfer once a bank statement shows it: before, it may still change. */
function paymentOf({ payment, due }: Settlement): Row[] {
  if (!payment?.paid_at) return []
  return [[`Transferred to ${payment.iban}, ${dayOf(payment.paid_at)}`, money(due)]]
}
