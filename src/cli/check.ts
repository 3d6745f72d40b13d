import type { Static, TSchema } from 'typebox'
import { compileValidator } from '#platform/http/requests/validation'
import { invalid } from '#platform/values/errors'

/**
 * What holds a value to a schema as the API holds a body to it. It throws 400 with the same sentence:
 * all failing fields and their rules.
 */
export function checker<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = compileValidator({ schema, method: 'POST', url: '', httpPart: 'body' })
  return (value) => {
    const verdict = check(value)
    if (typeof verdict === 'object' && 'value' in verdict) return verdict.value
    const error = typeof verdict === 'object' && 'error' in verdict ? verdict.error : undefined
    throw invalid(error instanceof Error ? error.message : 'It is not valid')
  }
}

/** Only a link is taken: pictures themselves come through the API. */
export function isLink(text: string): boolean {
  const url = text.length <= 2048 && !/[\s"<>\\]/.test(text) ? URL.parse(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === ''
}
