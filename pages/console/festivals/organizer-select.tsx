import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'

/** The number of organizers offered at a time. */
const most = 50

type Props = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'> & {
  /** the name of the chosen organizer, in case it is not among the results */
  known?: { id: string; name: string } | undefined
  /** true to offer every organizer, not only the ones that the user may change */
  ofAll?: boolean
}

/** An organizer that the user may create festivals for, or any organizer, found by name. */
export function OrganizerSelect({ known, ofAll = false, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const choices = useFound(typed, ofAll)
  if (known && !choices.has(known.id)) choices.set(known.id, known.name)
  // Until its name is known, the id of the chosen one is shown.
  if (select.value && !choices.has(select.value)) choices.set(select.value, select.value)
  return (
    <Select
      searchable
      limit={most}
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

/** Reads the names of the offered organizers, by their ids. */
function useFound(typed: string, ofAll: boolean): Map<string, string> {
  const { may } = useRights()
  const [searched] = useDebouncedValue(typed, 200)
  // Catalogue staff may change all organizers, so the search among their own covers all of these too.
  const isWhole = ofAll && !may('manage_catalog')
  const q = isWhole ? '' : searched
  const { data } = useQuery({
    queryKey: ['organizers', isWhole ? 'all to choose' : 'to choose', q],
    queryFn: async ({ signal }): Promise<{ organizers: { id: string; name: string }[] }> =>
      isWhole
        ? { organizers: await festival.organizers.list({}, { signal }) }
        : festival.me.organizers({ q, limit: most }, { signal }),
    placeholderData: keepPreviousData,
  })
  return new Map(data?.organizers.map(({ id, name }) => [id, name]))
}
