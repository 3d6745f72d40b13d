import { ids } from './ids.ts'
import { byName, byNoun, byOwner } from './values.ts'

/**
 * Returns the value of a field in the examples; `owner` is the schema or field that contains it. Undefined: use its own.
 * An `id` is the one of the owner's noun, `gig_id` the one of gigs.
 */
export function valueOf(owner: string, field: string): unknown {
  const noun = nounOf(owner)
  const known = [byOwner[owner], byNoun[noun], byName].find((fields) => fields && field in fields)
  if (known) return known[field]
  return field === 'id' ? idOf(noun) : idOf(/^(.+)_id$/.exec(field)?.[1] ?? '')
}

const idOf = (noun: string) => (ids as Record<string, string>)[noun]

/** Returns the last word of a name that is a noun of `ids`, in the singular. */
function nounOf(owner: string): string {
  const words = owner.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  const singular = words.map((word) => word.replace(/(?<=[a-z]{3})s$/, ''))
  return singular.findLast((word) => word in ids) ?? ''
}
