import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { festival } from '../../session.ts'

type Artist = { id: string; name: string }
type Props = Omit<SelectProps, 'data' | 'searchable' | 'value' | 'onChange'> & {
  value: Artist | null
  onChange: (artist: Artist | null) => void
  /** artists of this festival's gigs, offered first */
  known: Artist[]
}

/** Selects an artist, found while typing; none means an open slot. */
export function ArtistSelect({ value, onChange, known, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), 200)
  const found = useQuery({
    queryKey: ['artists', 'to choose', q],
    queryFn: async ({ signal }) =>
      q === ''
        ? festival.artists.list({ limit: 20 }, { signal })
        : (await festival.search({ for: q }, { signal })).artists.slice(0, 20),
    placeholderData: keepPreviousData,
  })
  const near = known.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())).slice(0, 20)
  const choices = new Map(
    [...(value ? [value] : []), ...near, ...(found.data ?? [])].map(({ id, name }) => [id, name]),
  )
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': 'No artist yet' }}
      placeholder="No artist yet"
      nothingFoundMessage="No artists found"
      maxDropdownHeight={280}
      data={[...choices].map(([id, label]) => ({ value: id, label }))}
      // The API has filtered the options already.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => onChange(id === null ? null : { id, name: choices.get(id) ?? '' })}
      {...select}
    />
  )
}
