import { Autocomplete, Group, Pill, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '../components/address.ts'
import { nameOf } from '../people/words.ts'
import { festival } from '../session.ts'
import { kinds } from './kinds.ts'
import { titleOf } from './sentences.ts'
import { choices } from './words.ts'

/** The filters of the log: person, kind, days, and filters set by clicking an entry. */
export function Filters() {
  const address = useAddress()
  return (
    <Group gap="sm" align="flex-end">
      <Show />
      <Person />
      <Select
        label="Kind of record"
        placeholder="All"
        data={kinds}
        value={address.get('entity_type') || null}
        onChange={(kind) => address.set({ entity_type: kind ?? '', entity_id: '', action: '' })}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
        w={{ base: '100%', xs: 180 }}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={address.get('from')}
        onChange={({ currentTarget }) => address.set({ from: currentTarget.value })}
        w={{ base: 'calc(50% - 6px)', xs: 160 }}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={address.get('to')}
        onChange={({ currentTarget }) => address.set({ to: currentTarget.value })}
        w={{ base: 'calc(50% - 6px)', xs: 160 }}
      />
      <Chosen name="action" label={titleOf(address.get('action'))} />
      <Chosen name="entity_id" label={`Record ${address.get('entity_id')}`} />
    </Group>
  )
}

/** Shows money and rights first, everything else on request. */
function Show() {
  const address = useAddress()
  return (
    <Select
      label="Show"
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={shownIn(address)}
      onChange={(show) => address.set({ show: show ?? '', action: '' })}
      allowDeselect={false}
      w={{ base: '100%', xs: 180 }}
    />
  )
}

type Address = { get: (name: string) => string }

/** Returns the choice in the address; for one record or one action everything is shown. */
export function shownIn({ get }: Address): string {
  const [first] = choices
  const isOne = get('entity_id') !== '' || get('action') !== ''
  return get('show') || (isOne ? 'all' : (first?.value ?? ''))
}

/** A filter set by clicking an entry; it can be removed. */
function Chosen({ name, label }: { name: string; label: string }) {
  const address = useAddress()
  if (address.get(name) === '') return null
  return (
    <Pill
      size="lg"
      withRemoveButton
      onRemove={() => address.set({ [name]: '' })}
      removeButtonProps={{
        'aria-label': `Remove filter ${label}`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    >
      {label}
    </Pill>
  )
}

/** Finds a person by name or e-mail; the address holds their id. */
function Person() {
  const address = useAddress()
  const id = address.get('actor')
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(id === '' ? text.trim() : id, 250)
  const { data } = useQuery({
    queryKey: ['people', 'named', q],
    queryFn: ({ signal }) => festival.users.accounts({ q, limit: 8 }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const people = (data?.users ?? []).map((user) => ({
    id: user.id,
    label: user.email === null ? nameOf(user) : `${nameOf(user)}, ${user.email}`,
  }))
  const chosen = people.find((person) => person.id === id)?.label
  return (
    <Autocomplete
      label="Person"
      placeholder="Name or e-mail"
      data={[...new Set(people.map(({ label }) => label))]}
      filter={({ options }) => options}
      value={id === '' ? text : (chosen ?? id)}
      onChange={(typed) => {
        setText(typed)
        if (id !== '') address.set({ actor: '' })
      }}
      onOptionSubmit={(label) => {
        const found = people.find((person) => person.label === label)
        if (found) address.set({ actor: found.id })
      }}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear person' }}
      w={{ base: '100%', xs: 260 }}
    />
  )
}
