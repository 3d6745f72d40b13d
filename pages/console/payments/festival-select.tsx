import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { festival } from '../session.ts'

type Props = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'> & {
  /** empty for none, or for all where `all` is offered */
  value: string
  all: boolean
}

const allFestivals = { value: '', label: 'All festivals' }

/** One of the festivals the user manages, found while typing. */
export function FestivalSelect({ value, all, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const festivals = useChoices(q, value)
  const choices = all ? [allFestivals, ...festivals] : festivals
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Select
      label="Festival"
      placeholder="Choose one"
      searchable
      allowDeselect={false}
      value={chosen?.value ?? null}
      data={choices}
      nothingFoundMessage="No festivals found"
      onSearchChange={(text) => {
        // The field shows the name of the chosen one, which is not a search text.
        setTyped(text === chosen?.label ? '' : text)
      }}
      {...select}
    />
  )
}

/** The festivals whose name contains `q`, and the chosen one. */
function useChoices(q: string, value: string) {
  const found = useQuery({
    queryKey: ['festivals', 'to choose', q],
    queryFn: ({ signal }) => festival.me.festivals({ limit: 50, ...(q && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choices = new Map(found.data?.festivals.map(({ id, name }) => [id, name]))
  const isUnknown = value !== '' && !choices.has(value)
  const chosen = useQuery({
    queryKey: ['festival', value],
    queryFn: ({ signal }) => festival.festivals.get(value, {}, { signal }),
    enabled: isUnknown && found.isSuccess,
  })
  if (isUnknown) choices.set(value, chosen.data?.name ?? '…')
  return [...choices].map(([id, name]) => ({ value: id, label: name }))
}
