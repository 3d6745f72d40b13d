import { invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'

/** What a full sync compares: a key is what makes two records the same when no id is given. */
type Given = { id?: string | undefined; key: string }
type Stored = { id: string; key: string }

/**
 * The ids of a full sync, in the order of what is given: first by id, then by key among those left
 * over, the first stored of several, else a new one. A record that is matched keeps its id; one that
 * is not matched goes.
 * @throws 400 for an id that is none of the stored, or given twice
 */
export function matchIds(field: string, given: Given[], stored: Stored[]): string[] {
  const left = new Map(stored.map(({ id, key }) => [id, key]))
  const byId = given.map(({ id }, index) => {
    if (id === undefined) return undefined
    const known = id.toLowerCase()
    if (!left.delete(known))
      throw invalidField(`${field}[${index}].id`, `is not one of this festival's ${field}`)
    return known
  })
  const byKey = new Map<string, string[]>()
  for (const [id, key] of left) byKey.set(key, [...(byKey.get(key) ?? []), id])
  return given.map(({ key }, index) => byId[index] ?? byKey.get(key)?.shift() ?? newId())
}
