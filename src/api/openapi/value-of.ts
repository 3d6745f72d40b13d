import { ids } from './ids.ts'
import { byName, byOwner } from './values.ts'

const known = new Map<string, Record<string, unknown>>()
for (const [owners, fields] of byOwner) {
  for (const owner of owners.split(/\s+/)) known.set(owner, { ...known.get(owner), ...fields })
}

/** Returns the value of a field in the examples; `owner` is the schema or field that contains it. Undefined: use its own. */
export function valueOf(owner: string, field: string): unknown {
  if (field === 'id' && owner.endsWith('Message')) return ids.event
  const own = known.get(owner) ?? {}
  return field in own ? own[field] : byName[field]
}
