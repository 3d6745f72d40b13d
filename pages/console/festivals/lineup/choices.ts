import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Festival } from '../../../../client/src/index.ts'
import { festival } from '../../session.ts'

type Choice = { value: string; label: string; disabled?: boolean }

/** The prefix of an option that is not an artist yet, but a name to create one from. */
const fresh = 'new:'

/** The artists to add to a line-up: the typed text, the options for it, and the chosen ones. */
export function useChoices({ gigs }: Pick<Festival, 'gigs'>) {
  const [chosen, setChosen] = useState<Choice[]>([])
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    queryKey: ['artists', 'to choose', q],
    queryFn: ({ signal }) => findArtists(q, signal),
    placeholderData: keepPreviousData,
  })
  const plays = new Set(gigs.map(({ artist }) => artist?.id))
  const hits = (found.data ?? []).map(({ id, name }) => ({
    value: id,
    label: plays.has(id) ? `${name} (already added)` : name,
    disabled: plays.has(id),
  }))
  const isKnown = found.data?.some(({ name }) => name.toLowerCase() === q.toLowerCase())
  const make = q === '' || isKnown ? [] : [{ value: `${fresh}${q}`, label: `New artist “${q}”` }]
  const offered: Choice[] = [...hits, ...make]
  const kept = chosen.filter(({ value }) => !offered.some((choice) => choice.value === value))
  const data = [...offered, ...kept]
  const choose = (values: string[]) => {
    setChosen(values.flatMap((value) => data.find((choice) => choice.value === value) ?? []))
    setTyped('')
  }
  return { data, chosen, setChosen, choose, typed, setTyped }
}

async function findArtists(
  q: string,
  signal: AbortSignal,
): Promise<{ id: string; name: string }[]> {
  if (q === '') return festival.artists.list({ limit: 20 }, { signal })
  const { artists } = await festival.search({ for: q }, { signal })
  return artists.slice(0, 20)
}

/** Turns the choices into artists: new names are created, all or none. */
export async function made(chosen: Choice[]): Promise<Choice[]> {
  const names = chosen.flatMap(({ value }) =>
    value.startsWith(fresh) ? [value.slice(fresh.length)] : [],
  )
  if (names.length === 0) return chosen
  const artists = await festival.artists.create({ artists: names.map((name) => ({ name })) })
  const ids = new Map(artists.map(({ id }, n) => [`${fresh}${names[n]}`, id]))
  return chosen.map(({ value, label }) => ({ value: ids.get(value) ?? value, label }))
}
