import { Group } from '@mantine/core'
import { useAddress } from '../../components/address.ts'
import { FilterSelect } from '../../components/fields/filter-select.tsx'
import { SearchBox } from '../../components/fields/search-box.tsx'
import { type Filter, statuses } from './use-attendees.ts'

const [whole, half] = [
  { base: '100%', xs: 190 },
  { base: 'calc(50% - 6px)', xs: 150 },
]

type Props = { filter: Filter; offers: { value: string; label: string }[] }

/** The filters of the attendees, stored in the address. */
export function Filters({ filter: { q, tier, status, inside }, offers }: Props) {
  const address = useAddress()
  return (
    <Group gap="sm" align="flex-end">
      <SearchBox
        label="Name, e-mail, short code or id"
        value={q}
        onSearch={(text) => address.replace({ q: text })}
      />
      <FilterSelect
        label="Ticket"
        name="tier"
        value={tier}
        all="All tickets"
        options={offers}
        w={whole}
      />
      <FilterSelect
        label="Status"
        name="status"
        value={status}
        all="All statuses"
        options={statuses}
        w={half}
      />
      <FilterSelect
        label="Inside now"
        name="inside"
        value={inside}
        all="Inside or not"
        options={[
          { value: 'true', label: 'Inside' },
          { value: 'false', label: 'Not inside' },
        ]}
        w={half}
      />
    </Group>
  )
}
