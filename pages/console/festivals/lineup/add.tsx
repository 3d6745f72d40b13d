import { Alert, Button, Card, Group, MultiSelect, Stack, Title } from '@mantine/core'
import type { FormEvent } from 'react'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { made, useChoices } from './choices.ts'

/** Adds artists to a line-up, several at once: found while typing, or created on the spot. */
export function AddArtists({ festival: one, refresh }: TabProps) {
  const { data, chosen, setChosen, choose, typed, setTyped } = useChoices(one)
  const act = useAct(
    async () => {
      const artists = await made(chosen)
      // They exist by now, so another attempt creates no duplicates.
      setChosen(artists)
      return changeSet(one.id, 'gigs', (current) => {
        const plays = new Set(current.map(({ artist }) => artist?.id))
        const added = artists.filter(({ value }) => !plays.has(value))
        return [...current, ...added.map(({ value }) => ({ artist_id: value }))]
      })
    },
    {
      refresh: [['festival', one.id], ['festivals'], ['artists']],
      done: () => (chosen.length === 1 ? 'Added to the line-up' : `${chosen.length} artists added`),
      onDone: () => {
        setChosen([])
        refresh()
      },
      quiet: true,
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length > 0) act.mutate()
  }
  return (
    <Card withBorder p="lg" component="form" onSubmit={submit}>
      <Stack>
        <Title order={2} size="h4">
          Add artists
        </Title>
        <MultiSelect
          label="Artists"
          description="Type a name or a genre, and choose one or more"
          placeholder={chosen.length === 0 ? 'Who plays?' : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
          hidePickedOptions
          maxValues={200}
          data={data}
          // The API has filtered the options already.
          filter={({ options }) => options}
          value={chosen.map(({ value }) => value)}
          onChange={choose}
          searchValue={typed}
          onSearchChange={setTyped}
        />
        {act.error && (
          <Alert color="red" role="alert" title="Could not add" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={chosen.length === 0} loading={act.isPending}>
            {chosen.length > 1 ? `Add ${chosen.length} artists` : 'Add to the line-up'}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
