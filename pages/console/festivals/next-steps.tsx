import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Festival } from '../../../client/src/index.ts'
import { useNow } from '../components/relative.tsx'
import { stateOf } from './state.tsx'

/** What a festival still lacks before it can sell, with links. */
export function NextSteps({ festival }: { festival: Festival }) {
  const now = useNow()
  const state = stateOf(festival, now)
  if (state !== 'upcoming' && state !== 'draft') return null
  const steps = stepsOf(festival)
  if (steps.length === 0) return null
  return (
    <Alert color="brand" variant="default" title="Still to do" mb="md">
      <Group gap="md">
        {steps.map(({ tab, words }) => (
          <Anchor key={tab} component={Link} href={`/festivals/${festival.id}/${tab}`} size="sm">
            {words}
          </Anchor>
        ))}
        <Text size="sm" c="dimmed">
          {state === 'draft'
            ? 'It is a draft: only its managers see it.'
            : 'It is in the guide already.'}
        </Text>
      </Group>
    </Alert>
  )
}

function stepsOf({ description, gigs, tickets }: Festival): { tab: string; words: string }[] {
  return [
    ...(description === null ? [{ tab: 'details', words: 'Add a description' }] : []),
    ...(gigs.length === 0 ? [{ tab: 'lineup', words: 'Add artists' }] : []),
    ...(tickets.length === 0 ? [{ tab: 'tickets', words: 'Add tickets' }] : []),
  ]
}
