import { Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAddress } from '../components/address.ts'
import { FilterSelect } from '../components/fields/filter-select.tsx'
import { parsePrice } from '../components/fields/price.ts'
import { PriceField } from '../components/fields/price-field.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { useRights } from '../rights.ts'
import { FestivalSelect } from './festival-select.tsx'
import type { Filter } from './queries.ts'
import { statuses, types } from './words.ts'

const [half, third] = [
  { base: 'calc(50% - 6px)', xs: 170 },
  { base: 'calc(50% - 6px)', xs: 150 },
]

/** The filters of the payments, stored in the address. */
export function Filters({ filter: { festivalId, status, type, q, from, to } }: { filter: Filter }) {
  const address = useAddress()
  const { isAdmin } = useRights()
  return (
    <Group gap="sm" align="flex-end">
      <SearchBox
        label="Buyer, e-mail, ticket code or id"
        value={q}
        onSearch={(text) => address.replace({ q: text })}
      />
      <FestivalSelect
        value={festivalId}
        none={isAdmin ? 'All festivals' : undefined}
        onChange={(id) => address.set({ festival: id ?? undefined })}
        w={{ base: '100%', xs: 240 }}
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
        label="Type"
        name="type"
        value={type}
        all="All types"
        options={types}
        w={half}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={from}
        onChange={({ currentTarget }) => address.set({ from: currentTarget.value })}
        w={third}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={to}
        onChange={({ currentTarget }) => address.set({ to: currentTarget.value })}
        w={third}
      />
      <Amount />
    </Group>
  )
}

function Amount() {
  const address = useAddress()
  const [amount, setAmount] = useState<number | string>(() => {
    const kept = address.get('amount')
    return parsePrice(kept) ?? kept
  })
  const search = useDebouncedCallback((text: string) => address.replace({ amount: text }), 250)
  const isWrong = typeof amount === 'string' && amount !== ''
  return (
    <PriceField
      label="Sum, EUR"
      value={amount}
      error={isWrong && 'An amount such as 89.50'}
      onChange={(next) => {
        setAmount(next)
        search(typeof next === 'number' ? `${next}` : '')
      }}
      w={third}
    />
  )
}
