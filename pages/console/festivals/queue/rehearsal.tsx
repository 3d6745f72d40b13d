import { Button, Card, Group, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { ExternalLinkIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { Festival, Queue } from '../../../../client/src/index.ts'
import { inDigits } from '../../overview/words.ts'
import { useAct } from '../../queries.ts'
import { Figure } from '../../sales/figures.tsx'
import { festival } from '../../session.ts'
import { cacheRehearsal, useRehearsal } from './use-queue.ts'

type Props = { festival: Festival; queue: Queue }

/** Rehearses the waiting room before it opens: visible only to its managers, and deleted as a whole. */
export function Rehearsal({ festival: one, queue }: Props) {
  const { data: rehearsal } = useRehearsal(one.id)
  const mayBegin = rehearsal === null && queue.status === 'announced'
  if (!rehearsal && !mayBegin) return null
  return (
    <Card withBorder p="lg" component="section">
      <Title order={2} size="h4">
        Rehearsal
      </Title>
      <Text c="dimmed" mt={4} mb="md" maw={640}>
        Try it before it opens, with numbers that belong to no one. Only those who run the festival
        see it, nothing is sold by it, and the waiting room itself stays as it is.
      </Text>
      {rehearsal ? <Going festival={one} rehearsal={rehearsal} /> : <Begin festival={one} />}
    </Card>
  )
}

function Begin({ festival: { id } }: Pick<Props, 'festival'>) {
  const [entries, setEntries] = useState<number | string>(1_000)
  const act = useAct(() => festival.queue.beginRehearsal(id, { entries: Number(entries) }), {
    done: 'The rehearsal has begun',
    onDone: (made) => void cacheRehearsal(id, made),
  })
  return (
    <Group align="flex-end" gap="sm">
      <Amount label="Numbers" max={1_000_000} value={entries} onChange={setEntries} />
      <Button
        loading={act.isPending}
        disabled={typeof entries !== 'number'}
        onClick={() => act.mutate()}
      >
        Begin a rehearsal
      </Button>
    </Group>
  )
}

type GoingProps = Pick<Props, 'festival'> & { rehearsal: Queue }

function Going({ festival: one, rehearsal }: GoingProps) {
  const { entered, serving, draw } = rehearsal
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" component="dl" m={0}>
        <Figure title="Entered" value={inDigits(entered)} more="numbers taken" />
        <Figure
          title="Draw"
          value={draw ? 'Drawn' : 'Not drawn'}
          more={draw ? 'not proven' : 'draw it when you like'}
        />
        <Figure title="Had their turn" value={inDigits(serving)} more={`of ${inDigits(entered)}`} />
      </SimpleGrid>
      <Turns festival={one} rehearsal={rehearsal} />
      <Pages festival={one} />
    </Stack>
  )
}

/** Draws the rehearsal, and gives turns once it is drawn. */
function Turns({ festival: { id }, rehearsal: { draw, serving } }: GoingProps) {
  const [turns, setTurns] = useState<number | string>(100)
  const act = useAct((next: number) => festival.queue.serveRehearsal(id, { serving: next }), {
    onDone: (made) => void cacheRehearsal(id, made),
  })
  if (!draw)
    return (
      <Group>
        <Button loading={act.isPending} onClick={() => act.mutate(0)}>
          Draw now
        </Button>
      </Group>
    )
  return (
    <Group align="flex-end" gap="sm">
      <Amount label="Turns" max={1_000_000} value={turns} onChange={setTurns} />
      <Button
        loading={act.isPending}
        disabled={typeof turns !== 'number'}
        onClick={() => act.mutate(serving + Number(turns))}
      >
        Give turns
      </Button>
    </Group>
  )
}

function Pages({ festival: { id, published_at } }: Pick<Props, 'festival'>) {
  const end = useAct(() => festival.queue.endRehearsal(id), {
    done: 'The rehearsal has ended: nothing of it is left',
    onDone: () => void cacheRehearsal(id, null),
  })
  return (
    <>
      <Text size="sm" c="dimmed" className="wraps">
        {published_at === null
          ? 'Its page can be opened once the festival is published.'
          : 'Sign in to the guide with this account, take a number there, and see your turn come.'}
      </Text>
      <Group gap="sm">
        {published_at !== null && (
          <Button
            component="a"
            href={`/guide/${id}/queue#rehearsal`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<ExternalLinkIcon aria-hidden />}
          >
            Page of the rehearsal
          </Button>
        )}
        <Button color="red" variant="light" loading={end.isPending} onClick={() => end.mutate()}>
          End the rehearsal
        </Button>
      </Group>
    </>
  )
}

type AmountProps = {
  label: string
  max: number
  value: number | string
  onChange: (value: number | string) => void
}

function Amount(props: AmountProps) {
  return (
    <NumberInput
      {...props}
      min={1}
      allowDecimal={false}
      hideControls
      w={{ base: '100%', xs: 160 }}
    />
  )
}
