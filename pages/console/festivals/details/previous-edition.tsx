import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useLeaveWarning } from '../../components/leave-warning.ts'
import { FestivalSelect } from '../../payments/festival-select.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'

/** The festival that this one follows, so that their sales can be compared. */
export function PreviousEdition({ festival: one, refresh }: TabProps) {
  const [base, setBase] = useState(one.previous_edition_id ?? '')
  const [chosen, setChosen] = useState(base)
  useLeaveWarning(chosen !== base)
  const act = useAct(
    () => festival.festivals.update(one.id, { previous_edition_id: chosen || null }),
    {
      refresh: [
        ['festival', one.id],
        ['sales compared', one.id],
      ],
      done: 'Saved',
      quiet: true,
      onDone: () => {
        setBase(chosen)
        refresh()
      },
    },
  )
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Edition before
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Sales are compared with those of the festival that this one follows. Only its managers see
        it.
      </Text>
      <Stack>
        <FestivalSelect
          label="Festival before this one"
          none="None"
          beside={one}
          value={chosen}
          onChange={(id) => setChosen(id ?? '')}
        />
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <Group>
          <Button
            variant="light"
            loading={act.isPending}
            disabled={chosen === base}
            onClick={() => act.mutate()}
          >
            Save edition before
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
