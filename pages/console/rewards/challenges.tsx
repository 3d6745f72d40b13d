import { Button, Group, Stack, Text } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Challenge, CreateChallengeAnswer } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { SideDrawer } from '../components/form-drawer.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inWords } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { Cards } from './cards.tsx'
import { EditChallenge, NewChallenge } from './challenge-form.tsx'

/** Challenges: points for finding a code. */
export function ChallengesTab() {
  const address = useAddress()
  const [made, setMade] = useState<CreateChallengeAnswer>()
  const query = useQuery({
    queryKey: ['rewards', 'challenges'],
    queryFn: ({ signal }) => festival.rewards.challenges({ limit: 1000 }, { signal }),
  })
  const opened = query.data?.find(({ id }) => id === address.get('challenge'))
  const isNew = address.get('new') !== ''
  const close = () => address.replace({ new: undefined, challenge: undefined })
  const create = (
    <Button
      leftSection={<PlusIcon aria-hidden />}
      onClick={() => address.set({ new: 'challenge' })}
    >
      New challenge
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" maw={640}>
          A challenge has a code to find: on a poster, at a stage, from an artist. Each user can
          claim it once.
        </Text>
        {create}
      </Group>
      <Shown
        query={query}
        empty={
          <Empty
            title="No challenges yet"
            text="Create one, print its cards, and hide them where visitors should look."
            action={create}
          />
        }
      >
        {(challenges) => (
          <DataTable
            label="Challenges"
            rows={challenges}
            keyOf={({ id }) => id}
            columns={columns}
            onOpen={({ id }) => address.set({ challenge: id })}
          />
        )}
      </Shown>
      <SideDrawer
        opened={isNew || opened !== undefined}
        onClose={close}
        title={isNew ? 'New challenge' : 'Edit challenge'}
      >
        {isNew && (
          <NewChallenge
            onClose={close}
            onMade={(challenge) => {
              close()
              setMade(challenge)
            }}
          />
        )}
        {opened && <EditChallenge key={opened.id} challenge={opened} onClose={close} />}
      </SideDrawer>
      {made && <Cards challenge={made} onDone={() => setMade(undefined)} />}
    </Stack>
  )
}

const columns: [Column<Challenge>, ...Column<Challenge>[]] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'When', cell: whenOf },
  {
    title: 'Claimed',
    cell: ({ claims, max_claims }) => (max_claims === null ? claims : `${claims} of ${max_claims}`),
  },
  { title: 'Status', cell: ({ active }) => (active ? 'on' : 'off') },
  { title: 'Points', cell: ({ points }) => points, align: 'right' },
]

function whenOf({ starts_at, ends_at }: Challenge): string {
  if (starts_at === null && ends_at === null) return 'always'
  const from = starts_at === null ? '' : `from ${inWords(starts_at)}`
  const until = ends_at === null ? '' : `until ${inWords(ends_at)}`
  return `${from} ${until}`.trim()
}
