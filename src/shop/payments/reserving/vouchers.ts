/** The benefits of the voucher codes in orders, decided before anything is held (docs/contract, section 7.14). */
import type { Database } from '#platform/database/tables'
import {
  type Code,
  denialReasonNow,
  discountOf,
  findCodes,
  isKnownCode,
  notApplicable,
  opens,
  otherFestival,
  unknownVoucher,
} from '#shop/vouchers'
import type { OrderRequest, RequestedLine } from '../model/order-stages.ts'
import type { Offer } from '../pricing/offers.ts'
import { offerKey } from '../pricing/offers.ts'

/** The benefits of an order's code for its offers; none without a code. */
export type Benefits = {
  opens: (offered: Offer) => boolean
  discountOf: (offered: Offer) => number
  /** the code from which a unit takes a use; null: the code has no benefit for it */
  codeFor: (offered: Offer) => string | null
  /** @throws 409 for a code that is unknown, not valid now, or of no use for any of these */
  require: (offers: Offer[], now: Date) => void
}

/** The fields of an order that matter for its code. */
type Naming = Pick<OrderRequest, 'voucher'> & {
  lines: Pick<RequestedLine, 'payment_type' | 'entity_id'>[]
}
type Vouchers = { of: (order: Naming) => Benefits }

const nothing: Benefits = {
  opens: () => false,
  discountOf: () => 0,
  codeFor: () => null,
  require: () => {},
}

type CodeAtFestival = { festival_id: string; code_key: string }
const keyOf = ({ festival_id, code_key }: CodeAtFestival) => `${festival_id} ${code_key}`

/** Looks up the codes of orders at the festivals of their items. Without a code in any of them: no statement. */
export async function findVouchers(
  db: Database,
  orders: Naming[],
  offers: Map<string, Offer>,
): Promise<Vouchers> {
  const named = orders.flatMap(({ voucher: code_key, lines }) =>
    lines.flatMap((line): CodeAtFestival[] => {
      const festival_id = offers.get(offerKey(line))?.festival_id
      return code_key !== undefined && festival_id ? [{ festival_id, code_key }] : []
    }),
  )
  if (orders.every(({ voucher }) => voucher === undefined)) return { of: () => nothing }
  const codes = new Map((await findCodes(db, named)).map((code) => [keyOf(code), code]))
  const elsewhere = await findElsewhere(db, orders, codes)
  return {
    of: ({ voucher }) => {
      if (voucher === undefined) return nothing
      const codeOf = ({ festival_id }: Offer) =>
        festival_id === null ? undefined : codes.get(keyOf({ festival_id, code_key: voucher }))
      return benefitsOf(codeOf, elsewhere.has(voucher))
    },
  }
}

/** Finds the codes of other festivals, among the codes that none of these festivals has. */
async function findElsewhere(db: Database, orders: Naming[], codes: Map<string, Code>) {
  const found = new Set([...codes.values()].map(({ code_key }) => code_key))
  const named = new Set(orders.flatMap(({ voucher }) => voucher ?? []))
  const known = new Set<string>()
  for (const key of named.difference(found)) if (await isKnownCode(db, key)) known.add(key)
  return known
}

function benefitsOf(codeOf: (offered: Offer) => Code | undefined, isElsewhere: boolean): Benefits {
  const isOpenedBy = (code: Code | undefined, offered: Offer) =>
    code !== undefined && opens(code, offered)
  const takenOff = (offered: Offer) => {
    const code = codeOf(offered)
    return code ? discountOf(code, offered) : 0
  }
  const codeFor = (offered: Offer) => {
    const code = codeOf(offered)
    return code && (isOpenedBy(code, offered) || takenOff(offered) > 0) ? code.id : null
  }
  return {
    opens: (offered) => isOpenedBy(codeOf(offered), offered),
    discountOf: takenOff,
    codeFor,
    require: (offers, now) => {
      const codes = new Set(offers.flatMap((offered) => codeOf(offered) ?? []))
      if (codes.size === 0) throw isElsewhere ? otherFestival() : unknownVoucher()
      for (const code of codes) {
        const refusal = denialReasonNow(code, now)
        if (refusal) throw refusal
      }
      if (offers.every((offered) => codeFor(offered) === null)) throw notApplicable()
    },
  }
}
