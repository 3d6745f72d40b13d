import { invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'

/** Finds pairs of the same record among the records that no earlier step has matched. */
export type MatchStep<Given, Stored> = (given: Given[], stored: Stored[]) => [Given, Stored][]

/**
 * Returns the ids of a full sync, in the given order: first by id, then step by step among the remaining records, else
 * a new one. A matched record retains its id; one that is not matched is removed.
 * @throws 400 for an id that is none of the stored, or given twice
 */
export function matchIds<Given extends { id?: string | undefined }, Stored extends { id: string }>(
  field: string,
  { given, stored }: { given: Given[]; stored: Stored[] },
  steps: MatchStep<Given, Stored>[],
): string[] {
  const records = given.map((record) => ({ ...record }))
  const left = new Map(stored.map((record) => [record.id, record]))
  const ids = new Map<Given, string>()
  for (const [index, record] of records.entries()) {
    if (record.id === undefined) continue
    const known = record.id.toLowerCase()
    if (!left.delete(known))
      throw invalidField(`${field}[${index}].id`, `is not one of this festival's ${field}`)
    ids.set(record, known)
  }
  for (const step of steps) {
    const unmatched = records.filter((record) => !ids.has(record))
    for (const [record, { id }] of step(unmatched, [...left.values()])) {
      ids.set(record, id)
      left.delete(id)
    }
  }
  return records.map((record) => ids.get(record) ?? newId())
}

/** Matches records with the same key; if there are several, the first stored one. Records without a key stay unmatched. */
export function byKey<Compared>(keyOf: (record: Compared) => string | undefined) {
  return <Given extends Compared, Stored extends Compared>(
    given: Given[],
    stored: Stored[],
  ): [Given, Stored][] => {
    const groups = Map.groupBy(stored, keyOf)
    return given.flatMap((record): [Given, Stored][] => {
      const key = keyOf(record)
      const same = key === undefined ? undefined : groups.get(key)?.shift()
      return same ? [[record, same]] : []
    })
  }
}

/** Matches places and tiers, which are identified by their names. */
export const byName = byKey(({ name }: { name: string }) => name)
