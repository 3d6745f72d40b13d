import { Anchor, Box, Card, Code, Group, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core'
import { CheckIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { builtInOf } from '../clients/words.ts'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'

type Step = { isDone: boolean; title: string; text: ReactNode; href?: string }

const making: Record<'organizer' | 'festival' | 'client' | 'line-up', Omit<Step, 'isDone'>> = {
  organizer: {
    title: 'Create an organizer',
    text: 'Who runs festivals; you become its first manager.',
    href: '/organizers?new=yes',
  },
  festival: {
    title: 'Create a festival',
    text: 'Its name, dates and place; line-up, tickets and the rest follow.',
    href: '/festivals?new=yes',
  },
  client: {
    title: 'Create a client',
    text: 'The application that sells tickets and calls the API.',
    href: '/clients/new',
  },
  'line-up': {
    title: 'Import a line-up',
    text: (
      <>
        Artists, gigs and stages from a file, on the server:{' '}
        <Code>festival import lineup lineup.json</Code>
      </>
    ),
  },
}

/** The first steps of a new service; hidden once all of them are done. */
export function FirstSteps({ festivals }: { festivals: number }) {
  const { may, isAdmin } = useRights()
  const found = useFound(may('manage_clients'))
  if (!found) return null
  const steps: Step[] = [
    { ...making.organizer, isDone: found.hasOrganizer },
    { ...making.festival, isDone: festivals > 0 },
    ...(may('manage_clients') ? [{ ...making.client, isDone: found.hasClient }] : []),
    ...(isAdmin ? [{ ...making['line-up'], isDone: found.hasArtist }] : []),
  ]
  return steps.every(({ isDone }) => isDone) ? null : <Checklist steps={steps} />
}

/** Returns the records that exist already; undefined until all of them are known. */
function useFound(asksClients: boolean) {
  const organizers = useQuery({
    queryKey: ['organizers', 'any'],
    queryFn: ({ signal }) => festival.me.organizers({ limit: 1 }, { signal }),
  })
  const artists = useQuery({
    queryKey: ['artists', 'any'],
    queryFn: ({ signal }) => festival.artists.list({ limit: 1 }, { signal }),
  })
  const clients = useQuery({
    queryKey: ['clients', 'any'],
    queryFn: ({ signal }) => festival.clients.list({ limit: 10 }, { signal }),
    enabled: asksClients,
  })
  if (!organizers.data || !artists.data || clients.isLoading) return undefined
  return {
    hasOrganizer: organizers.data.pagination.total > 0,
    hasArtist: artists.data.length > 0,
    hasClient: clients.data?.some(({ id }) => builtInOf(id) === undefined) ?? false,
  }
}

function Checklist({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          First steps
        </Title>
        <Text size="sm" c="dimmed">
          {done} of {steps.length} done
        </Text>
      </Group>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, sm: 2, xl: 4 }}
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {steps.map((step) => (
          <StepRow key={step.title} step={step} />
        ))}
      </SimpleGrid>
    </Card>
  )
}

function StepRow({ step: { isDone, title, text, href } }: { step: Step }) {
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <ThemeIcon
        size={26}
        radius="xl"
        variant={isDone ? 'filled' : 'default'}
        color="brand"
        aria-label={isDone ? 'Done' : 'To do'}
        role="img"
      >
        {isDone && <CheckIcon aria-hidden />}
      </ThemeIcon>
      <Box>
        {isDone || !href ? (
          <Text fw={550} {...(isDone && { td: 'line-through', c: 'dimmed' })}>
            {title}
          </Text>
        ) : (
          <Anchor component={Link} href={href} fw={550}>
            {title}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Box>
    </Group>
  )
}
