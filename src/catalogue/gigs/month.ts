import { invalidField } from '#platform/values/errors'
import { monthOf } from '#platform/values/time'

/**
 * Returns the UTC month of the filter, from its first instant to the first of the next month, or undefined without a
 * filter (docs/contract, 4.6).
 * @throws 400 for anything but `month=YYYY-MM`, or `year=YYYY` with `month` 1 to 12
 */
export function readMonth({
  year,
  month,
}: {
  year?: string | undefined
  month?: string | undefined
}): { from: Date; until: Date } | undefined {
  if (year === undefined && month === undefined) return undefined
  const text = year === undefined ? month : `${year}-${month?.padStart(2, '0')}`
  const [, yearNumber, monthNumber] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  if (!Number(yearNumber)) {
    throw invalidField(
      'month',
      'must be YYYY-MM, such as 2027-07, or 1 to 12 together with year=YYYY',
    )
  }
  return monthOf(Number(yearNumber), Number(monthNumber))
}
