import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { festival } from '../session.ts'

type Props = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'> & {
  /** the name of the chosen organizer, in case it is not among the results */
  known?: { id: string; name: string }
}

/** One of the organizers the user may create festivals for, found while typing. */
export function OrganizerSelect({ known, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const found = useQuery({
    queryKey: ['organizers', 'to choose', q],
    queryFn: ({ signal }) => festival.me.organizers({ q, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choices = new Map(found.data?.organizers.map(({ id, name }) => [id, name]))
  if (known && !choices.has(known.id)) choices.set(known.id, known.name)
  // Until its name is known, the id of the chosen one is shown.
  if (select.value && !choices.has(select.value)) choices.set(select.value, select.value)
  return (
    <Select
      searchable
      nothingFoundMessage="No organizers found"
      data={[...choices].map(([value, label]) => ({ value, label }))}
      onSearchChange={(text) => {
        // The field shows the name of the chosen one, which is not a search text.
        setTyped(text === choices.get(select.value ?? '') ? '' : text)
      }}
      {...select}
    />
  )
}
