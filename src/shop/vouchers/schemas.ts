import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Id } from '#platform/http/paging'
import { Price } from '#platform/values/money'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { NullableTimeInput, NullableTimestamp, Timestamp } from '#platform/values/time'

/** The most codes of a voucher. */
export const mostCodes = 10_000

/** A code as buyers type it. */
export const VoucherCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The code of a voucher; neither case nor dashes matter',
  examples: ['EARLY-BIRD'],
})

const Percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'Percent off the price of each unit, rounded to the cent in the buyer’s favour',
  examples: [20],
})
const Amount = Type.Number({
  ...Price,
  minimum: 0.01,
  description: 'EUR off the price of each unit, at most the price',
  examples: [null],
})
const Reduced = Type.Number({
  ...Price,
  description: 'EUR that each unit costs with it, where that is less than its price',
  examples: [null],
})
const Opens = Type.Boolean({
  description: 'Whether hidden tiers and accommodations that it is for can be bought with it',
  examples: [false],
})
const whatFor = 'The tiers and accommodations that it is for; null: all of the festival'
const Entities = Type.Array(Uuid, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: whatFor,
})
const Uses = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'How many units may be bought with each code; null: as many as one likes',
  examples: [100],
})
const PerPerson = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'How many of them one person may buy; null: as many as they like',
  examples: [2],
})

const name = Nullable(Name('Early bird'))
const begins = 'From when it is valid; null: at once'
const ends = 'Until when it is valid; null: until it is ended'

const changeable = {
  name: Type.Optional(name),
  percent: Type.Optional(Nullable(Percent)),
  amount: Type.Optional(Nullable(Amount)),
  price: Type.Optional(Nullable(Reduced)),
  opens: Type.Optional(Opens),
  entity_ids: Type.Optional(Nullable(Entities)),
  max_uses: Type.Optional(Nullable(Uses)),
  max_per_person: Type.Optional(Nullable(PerPerson)),
  starts_at: Type.Optional(
    Type.Unsafe<string | null>({ ...NullableTimeInput, description: begins }),
  ),
  ends_at: Type.Optional(Type.Unsafe<string | null>({ ...NullableTimeInput, description: ends })),
}

const Settings = Type.Object(changeable, { title: 'VoucherSettings' })

export const VoucherChange = Type.Object(changeable, { 'x-extends': Settings })
export type VoucherChange = Static<typeof VoucherChange>

export const NewVoucher = Type.Object(
  {
    ...changeable,
    code: Type.Optional(
      Nullable(
        Type.String({
          minLength: 3,
          maxLength: 40,
          pattern: '^[A-Za-z0-9](-?[A-Za-z0-9]){2,}$',
          description: 'A word of one’s own; absent or null: a random code that cannot be guessed',
          examples: ['EARLY-BIRD'],
        }),
      ),
    ),
    codes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostCodes,
        default: 1,
        description: 'How many random codes it has, each with its own uses',
        examples: [1],
      }),
    ),
  },
  { 'x-extends': Settings },
)
export type NewVoucher = Static<typeof NewVoucher>

/** A voucher as its managers read it (docs/contract, section 7.14). */
export const Voucher = Type.Object(
  {
    id: Uuid,
    name,
    code: Nullable(
      Type.String({
        description: 'Null where it has several: those are in its CSV',
        examples: ['EARLY-BIRD'],
      }),
    ),
    codes: Type.Integer({ description: 'How many codes it has', examples: [1] }),
    percent: Nullable(Percent),
    amount: Nullable(Amount),
    price: Nullable(Reduced),
    opens: Opens,
    entity_ids: Type.Union([Entities, Type.Null()], { description: whatFor }),
    max_uses: Nullable(Uses),
    max_per_person: Nullable(PerPerson),
    starts_at: Type.Unsafe<Date | null>({ ...NullableTimestamp, description: begins }),
    ends_at: Type.Unsafe<Date | null>({ ...NullableTimestamp, description: ends }),
    ended_at: Type.Unsafe<Date | null>({
      ...NullableTimestamp,
      description: 'When it was ended; null: it was not',
      examples: [null],
    }),
    held: Type.Integer({ description: 'Units that are being paid for with it', examples: [2] }),
    used: Type.Integer({
      description: 'Units that are paid with it, and not given back in full',
      examples: [17],
    }),
    created_at: Timestamp,
  },
  { title: 'Voucher' },
)
export type Voucher = Static<typeof Voucher>

export const mostVouchers = 50
export const VoucherQuery = Type.Interface([CursorQuery(20, mostVouchers)], {
  code: Type.Optional(VoucherCode),
})
export const Vouchers = CursorAnswer({ vouchers: Type.Array(Voucher) })

export const VoucherPath = Type.Object({ ...Id.properties, voucherId: Id.properties.id })
