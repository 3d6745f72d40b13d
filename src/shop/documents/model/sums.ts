/** The sums of a document by EN 16931, in whole cents, from the VAT that is stored with its lines. */
import { basisOf, spread } from '#common/money/vat-once'
import type { DocumentData, DocumentLine, LineVat } from './document.ts'

/** A code of UNTDID 5305: standard rate, zero rate, exempt. */
export type VatCategory = 'S' | 'Z' | 'E'

export type LineSums = {
  /** net of the units (BT-131) */
  netCents: number
  /** net of one unit in millionths of EUR (BT-146) */
  priceMillionths: number
}

/** The lines of one category and rate (BG-23). */
export type VatSums = {
  category: VatCategory
  /** hundredths of a percent */
  rate: number
  /** reasons for having no VAT, each once; null: it has a rate */
  exemption: string | null
  /** net of its lines, before allowances */
  linesCents: number
  /** net that voucher and points take off (BG-20) */
  voucherCents: number
  pointsCents: number
  /** BT-116 */
  basisCents: number
  /** BT-117 */
  vatCents: number
}

export type DocumentSums = {
  /** in the order of the lines */
  lines: LineSums[]
  /** by falling rate */
  vat: VatSums[]
  /** BT-106 */
  linesCents: number
  /** BT-107 */
  allowancesCents: number
  /** BT-109 */
  basisCents: number
  /** BT-110 */
  vatCents: number
  /** BT-112 */
  totalCents: number
  /** BT-113 */
  paidCents: number
  /** BT-115 */
  dueCents: number
}

/**
 * Returns the sums of a document. The basis of a rate is its gross less the stored VAT. Nets of lines are spread over
 * the lines by largest remainder, so that they add up to the cent (BR-S-08). Where voucher or points take something off,
 * nets of lines are those of the full price, and the allowance is the difference of both bases.
 */
export function sumsOf({ lines, payment }: Pick<DocumentData, 'lines' | 'payment'>): DocumentSums {
  const places = lines.map((_, place) => place)
  const nets = lines.map(() => 0)
  const groups = [...Map.groupBy(places, (place) => groupOf(lines[place])).values()]
  const vat = groups.map((group) => {
    const own = group.flatMap((place) => lines[place] ?? [])
    const sums = vatSumsOf(own)
    const grosses = own.map((line) => line.grossCents)
    for (const [nth, net] of spread(grosses, sums.linesCents).entries()) nets[group[nth] ?? 0] = net
    return sums
  })
  const sum = (field: 'linesCents' | 'voucherCents' | 'pointsCents' | 'basisCents' | 'vatCents') =>
    total(vat.map((one) => one[field]))
  const totalCents = sum('basisCents') + sum('vatCents')
  return {
    lines: lines.map((line, place) => {
      const netCents = nets[place] ?? 0
      return { netCents, priceMillionths: priceOf(line, netCents) }
    }),
    vat: vat.toSorted((a, b) => b.rate - a.rate || (a.category < b.category ? 1 : -1)),
    linesCents: sum('linesCents'),
    allowancesCents: sum('voucherCents') + sum('pointsCents'),
    basisCents: sum('basisCents'),
    vatCents: sum('vatCents'),
    totalCents,
    paidCents: payment.paidCents,
    dueCents: totalCents - payment.paidCents,
  }
}

export function categoryOf({ rate, exemption }: LineVat): VatCategory {
  if (rate !== null && rate > 0) return 'S'
  return exemption === null ? 'Z' : 'E'
}

const groupOf = (line: DocumentLine | undefined) =>
  line ? `${categoryOf(line.vat)} ${line.vat.rate ?? 0}` : ''

/** Returns the sums of lines of one category and rate. */
function vatSumsOf(lines: DocumentLine[]): VatSums {
  const gross = total(lines.map((line) => line.grossCents))
  const voucher = total(lines.map((line) => line.voucherCents))
  const points = total(lines.map((line) => line.pointsCents))
  const vatCents = total(lines.map((line) => line.vatCents))
  const basisCents = gross - voucher - points - vatCents
  const [first] = lines
  const rate = first?.vat.rate ?? 0
  const isReduced = voucher + points > 0
  const linesCents = isReduced ? Math.max(basisCents, basisOf(gross, rate / 100)) : basisCents
  const [voucherCents = 0, pointsCents = 0] = spread([voucher, points], linesCents - basisCents)
  const reasons = new Set(lines.flatMap(({ vat }) => vat.exemption ?? []))
  return {
    category: first ? categoryOf(first.vat) : 'Z',
    rate,
    exemption: reasons.size > 0 ? [...reasons].join('; ') : null,
    linesCents,
    voucherCents,
    pointsCents,
    basisCents,
    vatCents,
  }
}

/**
 * Returns the net price of a unit: the price without VAT at six decimals, or, where the stored VAT of many units differs
 * from it by more than a cent, the net of the line for each unit. Quantity by price is the line's net within 0.02 EUR
 * (PEPPOL-EN16931-R120).
 */
function priceOf({ grossCents, units, vat }: DocumentLine, netCents: number): number {
  const price = rounded(
    100_000_000n * BigInt(grossCents),
    BigInt(units * (10_000 + (vat.rate ?? 0))),
  )
  const isNear = Math.abs(price * units - netCents * 10_000) <= 10_000
  return isNear ? price : rounded(10_000n * BigInt(netCents), BigInt(units))
}

const rounded = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor))

const total = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)
