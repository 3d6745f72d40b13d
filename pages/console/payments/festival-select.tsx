import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Festival } from '../../../client/src/index.ts'
import { wholeOfFestival } from '../festivals/sets.ts'
import { festival } from '../session.ts'

type Props = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'> & {
  /** empty for none */
  value: string
  /** the label of the option for none */
  none?: string | undefined
  /** offers only the other festivals of this one's organizer */
  beside?: Festival
}

/** One of the festivals with sales that the user sees, or beside another of its organizer, found while typing. */
export function FestivalSelect({ value, none, beside, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const festivals = useChoices(q, value, beside)
  const choices = none === undefined ? festivals : [{ value: '', label: none }, ...festivals]
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

/** The festivals with `q` in their name, and the chosen one. */
function useChoices(q: string, value: string, beside: Festival | undefined) {
  const organizer = beside?.organizer.id
  const found = useQuery({
    queryKey: ['festivals', 'to choose', q, organizer],
    queryFn: ({ signal }) =>
      festival.me.festivals(
        { limit: 50, ...(q && { q }), ...(organizer && { organizer }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const offered = found.data?.festivals.filter(({ sold }) => beside !== undefined || sold !== null)
  const choices = new Map(offered?.map(({ id, name }) => [id, name]))
  const isUnknown = value !== '' && !choices.has(value)
  const chosen = useQuery({
    queryKey: ['festival', value],
    queryFn: ({ signal }) => festival.festivals.get(value, wholeOfFestival, { signal }),
    enabled: isUnknown && found.isSuccess,
  })
  if (isUnknown) choices.set(value, chosen.data?.name ?? '…')
  if (beside) choices.delete(beside.id)
  return [...choices].map(([id, name]) => ({ value: id, label: name }))
}
