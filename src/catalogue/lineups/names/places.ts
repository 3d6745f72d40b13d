/** Stages under several spellings: `Main Stage`, `MAIN  STAGE`; `Hauptbühne`, `Hauptbuehne`. */
import { nameKey } from '#platform/values/names'

/** A place that a file writes in several ways; `name` is the one that stays. */
export type JoinedPlace = { name: string; written: string[] }

/** The places of a file under one name each. */
export type Places = {
  /** in the order in which they are named first */
  names: string[]
  /** Returns the name under which a place is stored. */
  nameOf(written: string): string
  joined: JoinedPlace[]
}

/**
 * Joins the spellings of each place. A place that the festival has, or that the file describes, keeps that name, so it
 * comes first in `known`; another gets its most frequent spelling.
 */
export function joinPlaces(written: string[], known: string[]): Places {
  const names = new Map<string, string>()
  for (const name of known) if (!names.has(nameKey(name))) names.set(nameKey(name), name)
  const groups = Map.groupBy(written, nameKey)
  for (const [key, spellings] of groups)
    if (!names.has(key)) names.set(key, mostFrequent(spellings))
  const nameOf = (text: string) => names.get(nameKey(text)) ?? text
  const joined = [...groups.values()].flatMap((spellings) => {
    const name = nameOf(spellings[0] ?? '')
    const others = [...new Set(spellings)].filter((spelling) => spelling !== name)
    return others.length === 0 ? [] : [{ name, written: others }]
  })
  return { names: [...groups.keys()].map((key) => names.get(key) ?? key), nameOf, joined }
}

function mostFrequent(spellings: string[]): string {
  const counts = Map.groupBy(spellings, (spelling) => spelling)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
