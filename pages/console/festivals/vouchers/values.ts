import type { CreateVoucherBody } from '../../../../client/src/index.ts'
import { faultOfPrice } from '../../components/fields/price.ts'
import { fromInput } from '../../components/tables/figures.tsx'
import { faultOfEnd } from '../times.ts'

export const blank = {
  gives: 'percent' as 'percent' | 'amount' | 'price' | 'nothing',
  value: '' as number | string,
  opens: false,
  kind: 'word' as 'word' | 'codes',
  code: '',
  codes: 100 as number | string,
  name: '',
  entity_ids: [] as string[],
  max_uses: '' as number | string,
  max_per_person: '' as number | string,
  starts_at: '',
  ends_at: '',
}
export type Values = typeof blank

/** Returns the faults of the fields of a new voucher. */
export const validating = {
  value: (value: Values['value'], { gives }: Values) => faultOfValue(gives, value),
  opens: (opens: boolean, { gives }: Values) =>
    gives === 'nothing' && !opens ? 'A voucher without a discount opens hidden tickets' : null,
  code: (code: string, { kind }: Values) =>
    kind === 'codes' || /^[A-Za-z0-9](-?[A-Za-z0-9]){2,39}$/.test(code.trim())
      ? null
      : 'Enter 3 to 40 letters and digits, with single dashes between them',
  codes: (codes: Values['codes'], { kind }: Values) =>
    kind === 'word' || typeof codes === 'number' ? null : 'Enter how many codes',
  ends_at: (ends: string, { starts_at }: Values) => faultOfEnd(starts_at, ends),
}

function faultOfValue(gives: Values['gives'], value: Values['value']): string | null {
  if (gives === 'nothing') return null
  if (gives === 'price') return faultOfPrice(value)
  const isPercent = gives === 'percent'
  if (typeof value !== 'number' || value <= 0) {
    return isPercent ? 'Enter a whole number from 1 to 100' : 'Enter an amount such as 10.00'
  }
  if (isPercent && (value > 100 || !Number.isInteger(value))) {
    return 'Enter a whole number from 1 to 100'
  }
  return null
}

/** Returns the fields of the form as the API takes them. */
export function bodyOf(values: Values): CreateVoucherBody {
  const { gives, value, kind, entity_ids, starts_at, ends_at } = values
  return {
    name: values.name.trim() || null,
    opens: values.opens,
    ...(gives !== 'nothing' && { [gives]: Number(value) }),
    ...(kind === 'word' ? { code: values.code.trim() } : { codes: Number(values.codes) }),
    entity_ids: entity_ids.length > 0 ? entity_ids : null,
    max_uses: numberOf(values.max_uses) ?? (kind === 'word' ? null : 1),
    max_per_person: numberOf(values.max_per_person),
    starts_at: fromInput(starts_at),
    ends_at: fromInput(ends_at),
  }
}

const numberOf = (value: number | string) => (typeof value === 'number' ? value : null)
