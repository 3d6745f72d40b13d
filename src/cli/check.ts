import type { Static, TSchema } from 'typebox'
import { compileValidator } from '#platform/validation'

/** What holds a value to a schema as the API holds a body to it, with the same sentences. */
export function checker<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = compileValidator({ schema, method: 'POST', url: '', httpPart: 'body' })
  return (value) => {
    const verdict = check(value)
    if (typeof verdict === 'object' && 'value' in verdict) return verdict.value
    throw typeof verdict === 'object' && 'error' in verdict ? verdict.error : verdict
  }
}

/** Only a link is taken: pictures themselves come through the API. */
export function isLink(text: string): boolean {
  const url = text.length <= 2048 && !/[\s"<>\\]/.test(text) ? URL.parse(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === ''
}
