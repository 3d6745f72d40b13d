import type { Static, TSchema } from 'typebox'
import { invalid } from '#platform/values/errors'
import { compileValidator } from './validation.ts'

/**
 * Returns a function that validates a value as the API validates a body. It throws 400 with the same
 * message, which names all failing fields and their rules.
 */
export function checker<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = compileValidator({ schema, method: 'POST', url: '', httpPart: 'body' })
  return (value) => {
    const verdict = check(value)
    if (typeof verdict === 'object' && 'value' in verdict) return verdict.value
    throw typeof verdict === 'object' && 'error' in verdict
      ? verdict.error
      : invalid('It is not valid')
  }
}
