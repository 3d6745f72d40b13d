/** Details that a buyer needs to transfer the amount of an order. */
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { creditorReference, epcText, inGroups } from '#core/banking'
import type { Config } from '#platform/config/variables'
import { Price, toEuros } from '#platform/values/money'
import { Nullable } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import type { SettledOrder } from './order-stages.ts'

export type BankAccount = Pick<Config, 'BANK_HOLDER' | 'BANK_IBAN' | 'BANK_BIC'>

const iban = 'DK5000400440116243'

/** `awaiting_payment` of an order. */
export const BankTransfer = Type.Object(
  {
    method: Type.Enum(['transfer'], { examples: ['transfer'] }),
    holder: Type.String({ examples: ['Harbour Nights ApS'] }),
    iban: Type.String({ examples: [iban] }),
    bic: Nullable(Type.String({ examples: ['NDEADKKK'] })),
    amount: { ...Price, description: 'EUR: exactly this, in one transfer' },
    reference: Type.String({
      description: 'By ISO 11649, in groups of four: finds the order, blanks do not matter',
      examples: ['RF11 7K3M 9QXT 2A'],
    }),
    pay_until: {
      ...Timestamp,
      description: 'Until when the money must have arrived; then what it buys is free again',
    },
    qr_text: Type.String({
      description: 'The text of a QR code that banking applications read (EPC069-12)',
      examples: [`BCD\n002\n1\nSCT\n\nHarbour Nights ApS\n${iban}\nEUR89.50\n\nRF117K3M9QXT2A`],
    }),
  },
  {
    title: 'BankTransfer',
    description: 'While the order waits for a bank transfer: where to; null otherwise',
  },
)

/** Returns the time of the reminder of an order that is held until `column`. */
export const remindAt = (column: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`${column} - interval '2 days'`

type Awaiting = Pick<SettledOrder, 'status' | 'means' | 'number' | 'amount_cents' | 'hold_until'>

/** Returns where the amount of an order is to be transferred; null unless it waits for that. */
export function awaitedTransfer(
  { status, means, number, amount_cents: cents, hold_until }: Awaiting,
  { BANK_HOLDER: holder, BANK_IBAN, BANK_BIC }: BankAccount,
): Static<typeof BankTransfer> | null {
  const isAwaiting = status === 'requires_action' && means === 'transfer' && number !== null
  if (!isAwaiting || holder === undefined || BANK_IBAN === undefined) return null
  const account = { holder, iban: BANK_IBAN, bic: BANK_BIC ?? null }
  const reference = creditorReference(number)
  return {
    method: 'transfer',
    ...account,
    amount: toEuros(cents),
    reference: inGroups(reference),
    pay_until: hold_until,
    qr_text: epcText({ ...account, cents, reference }),
  }
}
