import { invalidField } from '#platform/values/errors'
import { isStorable } from '#platform/values/text'

/**
 * Trims all texts of a value, as is done with the cells of a CSV file; empty texts become null. Throws for
 * characters that PostgreSQL cannot store.
 */
export function tidy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), tidyText)
}

function tidyText(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (!isStorable(value)) throw invalidField(key, 'must not hold NUL characters or lone surrogates')
  return value.trim() || null
}
