/** The lines of documents: of a sale, of refunds, and of what is left of an invoice. All amounts are whole cents. */
import type { DocumentLine } from '../model/document.ts'
import type { SoldUnit } from './sold-units.ts'

/** The share of a payment in a document; `line` is its place in the document's lines. */
export type DocumentUnit = { payment_id: string; line: number; cents: number; vat_cents: number }

export type Content = { lines: DocumentLine[]; units: DocumentUnit[] }

/** Returns the lines of a sale: units of one offer, price and rate are one line. `vatNote`: of an exempt seller. */
export function linesOfSale(sold: SoldUnit[], vatNote: string | null): Content {
  const groups = [...Map.groupBy(sold, keyOf).values()]
  return {
    lines: groups.flatMap((group) => lineOfSale(group, vatNote)),
    units: groups.flatMap((group, line) =>
      group.map(({ payment_id, amount_cents: cents, vat_cents }) => ({
        payment_id,
        line,
        cents,
        vat_cents,
      })),
    ),
  }
}

const keyOf = ({ entity_id, price_cents, vat }: SoldUnit) =>
  JSON.stringify([entity_id, price_cents, vat?.rate ?? null, vat?.exemption ?? null])

function lineOfSale(group: SoldUnit[], vatNote: string | null): DocumentLine[] {
  const [first] = group
  if (!first) return []
  const { festival, item, from, until, vat } = first
  const rate = vat?.rate ?? null
  return [
    {
      festival,
      item,
      validFrom: from,
      validUntil: until,
      units: group.length,
      grossCents: total(group.map(({ price_cents }) => price_cents)),
      voucherCents: total(group.map(({ discount_cents }) => discount_cents)),
      pointsCents: total(
        group.map((unit) => unit.price_cents - unit.discount_cents - unit.amount_cents),
      ),
      vatCents: total(group.map(({ vat_cents }) => vat_cents)),
      vat: {
        rate: rate === null ? null : Math.round(rate * 100),
        exemption: rate === null ? (vat?.exemption ?? vatNote) : null,
      },
    },
  ]
}

export type Share = Omit<DocumentUnit, 'line'>

/**
 * Returns the lines that name shares of payments of `from`, such as what refunds give back. A line of which every unit
 * is named in full is the line itself, with its voucher and points.
 */
export function linesOfShares(from: Content, shares: Share[]): Content {
  const given = Map.groupBy(
    shares.filter(({ cents }) => cents > 0),
    ({ payment_id }) => from.units.find((unit) => unit.payment_id === payment_id)?.line ?? -1,
  )
  const parts = [...given].filter(([line]) => line >= 0).toSorted(([a], [b]) => a - b)
  return {
    lines: parts.flatMap(([place, own]) => {
      const line = from.lines[place]
      if (!line) return []
      return [isWhole(from, place, own) ? line : lineOfShares(line, own)]
    }),
    units: parts.flatMap(([, own], line) =>
      own.map(({ payment_id, cents, vat_cents }) => ({ payment_id, line, cents, vat_cents })),
    ),
  }
}

function isWhole({ units }: Content, place: number, shares: Share[]): boolean {
  const own = units.filter(({ line, cents }) => line === place && cents > 0)
  return (
    own.length === shares.length &&
    own.every(({ payment_id, cents, vat_cents }) =>
      shares.some(
        (share) =>
          share.payment_id === payment_id && share.cents === cents && share.vat_cents === vat_cents,
      ),
    )
  )
}

const lineOfShares = (line: DocumentLine, shares: Share[]): DocumentLine => ({
  ...line,
  units: shares.length,
  grossCents: total(shares.map(({ cents }) => cents)),
  voucherCents: 0,
  pointsCents: 0,
  vatCents: total(shares.map(({ vat_cents }) => vat_cents)),
})

/** Returns what is left of the payments of an invoice after the documents that reduce it, or make it whole again. */
export function leftOf(
  invoice: Content,
  later: { kind: string; units: DocumentUnit[] }[],
): Share[] {
  const left = new Map(invoice.units.map(({ line: _, ...share }) => [share.payment_id, share]))
  for (const { kind, units } of later) {
    const sign = kind === 'credit_note' ? -1 : 1
    for (const unit of units) {
      const share = left.get(unit.payment_id)
      if (!share) continue
      left.set(unit.payment_id, {
        payment_id: unit.payment_id,
        cents: share.cents + sign * unit.cents,
        vat_cents: share.vat_cents + sign * unit.vat_cents,
      })
    }
  }
  return [...left.values()].filter(({ cents }) => cents > 0)
}

export const total = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0)
