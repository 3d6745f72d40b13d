import type { Static, TSchema } from 'typebox'
import { compileValidator } from '#platform/http/requests/validation'
import { invalid } from '#platform/values/errors'

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

/** Returns true if a text is a link. Imports take links only; pictures are uploaded through the API. */
function isLink(text: string): boolean {
  const url = text.length <= 2048 && !/[\s"<>\\]/.test(text) ? URL.parse(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === ''
}

type Pictured = { photo?: string | null; site_plan?: string | null }

/** Returns the picture of a festival that is not a link; undefined if all of them are. */
export function pictureWithoutLink(festival: Pictured): keyof Pictured | undefined {
  return (['photo', 'site_plan'] as const).find((field) => {
    const picture = festival[field]
    return picture && !isLink(picture)
  })
}
