/**
 * The books of a festival as its report must have them, kept apart from the service: from what was asked of it and what it
 * answered, with months by `Intl` and VAT in whole numbers.
 */

/** What was bought, and what has become of it. Money in cents. */
export type Unit = {
  id: string
  order: string
  payment_type: 'ticket' | 'accommodation'
  rate: number | null
  exemption: string | null
  means: string
  processor: string | null
  price: number
  discount: number
  /** what its points are worth */
  points: number
  pointsUsed: number
  amount: number
  /** the VAT in the amount, as its receipt says */
  vat: number
  /** the share of its points that comes back when it ends */
  percent: number
  /** what has come back, what was kept, and the VAT of what is left, as booked so far */
  booked: { refunded: number; kept: number; vat: number; isGone: boolean }
}

const none = {
  sold_count: 0,
  returned_count: 0,
  gross_amount: 0,
  discount_amount: 0,
  points_amount: 0,
  points_returned_amount: 0,
  amount: 0,
  refunded_amount: 0,
  charged_back_amount: 0,
  kept_amount: 0,
  net_amount: 0,
  vat_amount: 0,
  disputed_amount: 0,
  disputes_won_amount: 0,
  return_top_up_amount: 0,
}
export type Sums = typeof none
type Entry = { month: string; unit: Unit; sums: Partial<Sums> }

export type Stand = { refunded: number; kept: number; isGone: boolean }

export class Books {
  readonly #entries: Entry[] = []
  readonly #monthOf: (at: Date) => string

  constructor(zone: string) {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
    })
    this.#monthOf = (at) => {
      const found = Object.fromEntries(
        parts.formatToParts(at).map(({ type, value }) => [type, value]),
      )
      return `${found['year']}-${found['month']}`
    }
  }

  monthOf(at: Date): string {
    return this.#monthOf(at)
  }

  /** The units of one receipt, in their order. */
  sold(units: Unit[], at: Date): void {
    for (const [nth, vat] of vatOfReceipt(units).entries()) {
      const unit = units[nth] as Unit
      Object.assign(unit, { vat, booked: { ...unit.booked, vat } })
      this.#noteSale(unit, at)
    }
  }

  #noteSale(unit: Unit, at: Date): void {
    const { price, discount, points, amount } = unit
    this.#note(unit, at, {
      sold_count: 1,
      gross_amount: price,
      discount_amount: discount,
      points_amount: points,
      amount,
      net_amount: amount,
      vat_amount: unit.booked.vat,
    })
  }

  /** What was given back of a unit is so much now; a dispute took it where `isDispute`. */
  stands(unit: Unit, stand: Stand, { at, isDispute }: { at: Date; isDispute: boolean }): void {
    const { booked, amount, points, pointsUsed, percent } = unit
    const back = stand.refunded - booked.refunded
    const ends = stand.isGone && !booked.isGone
    if (back === 0 && !ends && stand.kept === booked.kept) return
    const kept = stand.isGone ? amount - stand.refunded : stand.kept
    const vat = shareOf(unit.vat, amount - stand.refunded, amount)
    const pointsBack = Math.floor((pointsUsed * percent) / 100)
    this.#note(unit, at, {
      returned_count: ends ? 1 : 0,
      points_returned_amount:
        ends && points > 0 ? Math.round((points * pointsBack) / pointsUsed) : 0,
      refunded_amount: back,
      charged_back_amount: isDispute ? back : 0,
      kept_amount: kept - booked.kept,
      net_amount: -back,
      vat_amount: vat - booked.vat,
    })
    unit.booked = { refunded: stand.refunded, kept, vat, isGone: stand.isGone }
  }

  disputed(unit: Unit, cents: number, at: Date): void {
    this.#note(unit, at, { disputed_amount: cents })
  }

  disputeWon(unit: Unit, cents: number, at: Date): void {
    this.#note(unit, at, { disputes_won_amount: cents })
  }

  #note(unit: Unit, at: Date, sums: Partial<Sums>) {
    this.#entries.push({ month: this.#monthOf(at), unit, sums })
  }

  months(): string[] {
    return [...new Set(this.#entries.map(({ month }) => month))].toSorted()
  }

  /** The sums that the operator collected in a month, in cents: online, for money. */
  collected(month: string): Sums {
    const isOnline = ({ unit }: Entry) => unit.means === 'card'
    return total(this.#entries.filter((entry) => entry.month === month && isOnline(entry)))
  }

  /** What the report of a month must be, in cents and by keys; of all months without one. */
  report(month?: string) {
    const entries = this.#entries.filter((entry) => month === undefined || entry.month === month)
    const by = (keyOf: (entry: Entry) => string, of = entries) =>
      withoutZeros(
        Object.fromEntries(
          [...Map.groupBy(of, keyOf)].map(([key, group]) => [key, total(group)] as const),
        ),
      )
    return {
      totals: total(entries),
      types: by(({ unit }) => unit.payment_type),
      vat: by(({ unit }) => vatKey(unit)),
      means: withoutZeros(
        meansOf(
          by(({ unit }) => `${unit.means} ${unit.processor}`),
          total(entries),
        ),
      ),
      months: by((entry) => entry.month, this.#entries),
    }
  }
}

/** Rows in which there is something: a dispute of nothing makes none. */
export const withoutZeros = <Row extends object>(rows: Record<string, Row>) =>
  Object.fromEntries(
    Object.entries(rows).filter(([, row]) => Object.values(row).some((sum) => sum !== 0)),
  )

export const vatKey = (vat: { rate: number | null; exemption: string | null } | null) =>
  `${vat?.rate ?? null} ${vat?.exemption ?? null}`

/** `cents * part / of`, rounded half up to a cent. */
function shareOf(cents: number, part: number, of: number): number {
  if (of === 0) return 0
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(of)) / (2n * BigInt(of)))
}

/**
 * The VAT of each unit of a receipt: the basis of each rate is rounded once, every unit has its whole cents of it, and each cent
 * that is left goes to the unit that lacks most of its share, of several to the first. A rate has at most two decimals.
 */
export function vatOfReceipt(units: { amount: number; rate: number | null }[]): number[] {
  const nets = units.map(() => 0)
  for (const rate of new Set(units.map((unit) => unit.rate ?? 0))) {
    const places = [...units.keys()].filter((place) => (units[place]?.rate ?? 0) === rate)
    const amountAt = (place: number) => units[place]?.amount ?? 0
    const gross = places.reduce((sum, place) => sum + amountAt(place), 0)
    const basis = shareOf(gross, 10_000, 10_000 + Math.round(rate * 100))
    const lacks = new Map(places.map((place) => [place, BigInt(amountAt(place)) * BigInt(basis)]))
    for (let left = basis; left > 0; left--) {
      const most = [...lacks.values()].reduce((a, b) => (a > b ? a : b))
      const [place = 0] = [...lacks].find(([, lack]) => lack === most) ?? []
      // Whole cents at once, while one unit lacks any.
      const whole = most >= BigInt(gross) ? Number(most / BigInt(gross)) : 1
      nets[place] = (nets[place] ?? 0) + whole
      lacks.set(place, most - BigInt(whole) * BigInt(gross))
      left -= whole - 1
    }
  }
  return units.map(({ amount }, place) => amount - (nets[place] ?? 0))
}

function total(entries: Entry[]): Sums {
  const sums = { ...none }
  const names = Object.keys(none) as (keyof Sums)[]
  for (const entry of entries) for (const name of names) sums[name] += entry.sums[name] ?? 0
  return sums
}

/** Points are a means of their own, also of what a card paid the rest of. */
function meansOf(rows: Record<string, Sums>, all: Sums) {
  const paid = Object.entries(rows).map(([key, sums]) => {
    const { sold_count, returned_count, amount, refunded_amount } = sums
    return [key, { sold_count, returned_count, amount, refunded_amount }] as const
  })
  const { points_amount: amount, points_returned_amount: refunded_amount } = all
  const means = Object.fromEntries(paid)
  const alone = means['points null'] ?? { sold_count: 0, returned_count: 0 }
  if (amount !== 0 || refunded_amount !== 0 || means['points null'])
    means['points null'] = { ...alone, amount, refunded_amount }
  return means
}
