import { Group, Select } from '@mantine/core'
import { useAddress } from '../../components/address.ts'
import { SearchBox } from '../../components/search-box.tsx'
import { type Filter, statuses } from './use-attendees.ts'

const [whole, half] = [
  { base: '100%', xs: 190 },
  { base: 'calc(50% - 6px)', xs: 150 },
]

type Props = { filter: Filter; offers: { value: string; label: string }[] }

/** What narrows the attendees: it is in the address. */
export function Filters({ filter: { q, tier, status, inside }, offers }: Props) {
  const address = useAddress()
  return (
    <Group gap="sm" align="flex-end">
      <SearchBox
        label="Name, e-mail, short code or id"
        value={q}
        onSearch={(text) => address.replace({ q: text })}
      />
      <Select
        label="Ticket"
        data={[{ value: '', label: 'All tickets' }, ...offers]}
        value={tier}
        allowDeselect={false}
        onChange={(next) => address.set({ tier: next ?? undefined })}
        w={whole}
      />
      <Select
        label="Status"
        data={[{ value: '', label: 'All statuses' }, ...statuses]}
        value={status}
        allowDeselect={false}
        onChange={(next) => address.set({ status: next ?? undefined })}
        w={half}
      />
      <Select
        label="Inside now"
        data={[
          { value: '', label: 'Inside or not' },
          { value: 'true', label: 'Inside' },
          { value: 'false', label: 'Not inside' },
        ]}
        value={inside}
        allowDeselect={false}
        onChange={(next) => address.set({ inside: next ?? undefined })}
        w={half}
      />
    </Group>
  )
}
