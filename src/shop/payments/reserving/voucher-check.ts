/** Checks the benefit of a voucher code, before it is used (docs/contract, section 7.14). */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database/tables'
import { found } from '#platform/values/errors'
import { Price, toEuros } from '#platform/values/money'
import { Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimestamp } from '#platform/values/time'
import {
  denialReasonNow,
  discountOf,
  findCodes,
  isKnownCode,
  opens,
  otherFestival,
  unknownVoucher,
  usedUp,
  VoucherCode,
} from '#shop/vouchers'
import { PaymentType } from '../model/schemas.ts'

export const VoucherCheckQuery = Type.Object({ code: VoucherCode })

const CheckedItem = Type.Object(
  {
    payment_type: PaymentType,
    entity_id: Uuid,
    name: Type.String({ examples: ['Weekend'] }),
    description: Nullable(Type.String({ examples: ['Three days, camping included'] })),
    price: { ...Price, description: 'EUR, without the voucher' },
    reduced_price: { ...Price, description: 'EUR, with it', examples: [71.6] },
    hidden: Type.Boolean({ description: 'Bought with a voucher alone', examples: [false] }),
    remaining: Type.Integer({ description: 'Neither sold nor held', examples: [40] }),
    max_per_order: Type.Integer({ description: 'How many one order may have', examples: [10] }),
    sale_starts_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'When its sale begins; null: it has begun',
    }),
    sale_ends_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'When its sale ends; null: it does not',
    }),
  },
  { title: 'VoucherItem' },
)

export const VoucherCheck = Type.Object(
  {
    remaining: Nullable(
      Type.Integer({
        description: 'For how many units it can still be used; null: for any number',
        examples: [83],
      }),
    ),
    max_per_person: Nullable(
      Type.Integer({
        description: 'How many units one person may buy with it; null: any number',
        examples: [2],
      }),
    ),
    ends_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'Until when it is valid; null: no end is known',
    }),
    items: Type.Array(CheckedItem, {
      description: 'What it gives something for, as far as that is on offer',
    }),
  },
  { title: 'VoucherCheck' },
)
type Item = Omit<Static<typeof CheckedItem>, 'price' | 'reduced_price'> & { price_cents: number }

/** Checks a code. @throws 404 for an unknown festival, 409 for a code that cannot be used there now */
export async function checkVoucher(
  db: Database,
  { festivalId, key, now }: { festivalId: string; key: string; now: Date },
): Promise<Static<typeof VoucherCheck>> {
  const festival = await db
    .selectFrom('festivals')
    .select('id')
    .where('id', '=', festivalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  found(festival, 'Festival')
  const [code] = await findCodes(db, [{ festival_id: festivalId, code_key: key }])
  if (!code) throw (await isKnownCode(db, key)) ? otherFestival() : unknownVoucher()
  const refusal = denialReasonNow(code, now)
  if (refusal) throw refusal
  if (code.remaining === 0) throw usedUp()
  const items = (await findOnOffer(db, festivalId)).flatMap(({ price_cents, ...item }) => {
    const offered = { ...item, price_cents }
    const discount = discountOf(code, offered)
    const isOpened = opens(code, offered)
    if (item.hidden ? !isOpened : discount === 0) return []
    const [price, reduced_price] = [toEuros(price_cents), toEuros(price_cents - discount)]
    return [{ ...item, price, reduced_price }]
  })
  const { remaining, max_per_person, ends_at } = code
  return { remaining, max_per_person, ends_at, items }
}

/** Reads the tiers and accommodations of a festival, hidden ones too. */
async function findOnOffer(db: Database, festivalId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select payment_type, entity_id, name, description, price_cents, hidden, remaining, max_per_order, sale_starts_at, sale_ends_at
    from (
      select 'ticket' as payment_type, id as entity_id, name, description, price_cents, hidden,
             quantity - sold - held as remaining, max_per_order, start_time as sale_starts_at,
             end_time as sale_ends_at, position
      from tiers where festival_id = ${festivalId} and archived_at is null
      union all
      select 'accommodation', id, name, description, price_cents, hidden, quantity - sold - held, max_per_order,
             null, null, 0
      from accommodations where festival_id = ${festivalId} and archived_at is null) offers
    order by payment_type desc, position, name, entity_id`.execute(db)
  return rows
}
