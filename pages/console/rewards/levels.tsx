import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Group,
  NumberInput,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '../../../client/src/index.ts'
import { Shown } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import type { OptionalNumber } from './words.ts'

/** The levels that points lead to. */
export function LevelsTab() {
  const query = useQuery({
    queryKey: ['rewards', 'levels'],
    queryFn: ({ signal }) => festival.rewards.levels({ signal }),
    refetchOnWindowFocus: false,
  })
  return <Shown query={query}>{({ levels }) => <Ladder levels={levels} />}</Shown>
}

type Step = { key: string; points: OptionalNumber; benefits: string[] }

function Ladder({ levels }: { levels: Level[] }) {
  const form = useForm<{ steps: Step[] }>({
    initialValues: {
      steps: levels.map(({ points, benefits }) => ({
        key: crypto.randomUUID(),
        points,
        benefits: benefits.map(({ name }) => name),
      })),
    },
    validate: { steps: { points: faultOf } },
  })
  const act = useAct(
    (steps: Step[]) =>
      festival.rewards.setLevels({
        levels: steps.map((step, index) => stepOf(step, levels[index])),
      }),
    { refresh: [['rewards', 'levels']], done: 'The levels are saved', quiet: true },
  )
  const { steps } = form.values
  const add = () =>
    form.insertListItem('steps', {
      key: crypto.randomUUID(),
      points: 2 * (Number(steps.at(-1)?.points) || 50),
      benefits: [],
    })
  return (
    <form onSubmit={form.onSubmit(({ steps }) => act.mutate(steps))}>
      <Stack maw={720}>
        <Text c="dimmed">
          The points a user has earned in total decide the level; spending points does not lower it.
        </Text>
        {act.error && (
          <Alert color="red" role="alert" title="Could not save">
            {act.error.message}
          </Alert>
        )}
        {steps.map(({ key }, index) => (
          <StepFields key={key} form={form} index={index} />
        ))}
        <Group justify="space-between">
          <Button variant="default" leftSection={<PlusIcon aria-hidden />} onClick={add}>
            Add a level
          </Button>
          <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
            Save levels
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Form = Pick<ReturnType<typeof useForm<{ steps: Step[] }>>, 'getInputProps' | 'removeListItem'>

function StepFields({ form, index }: { form: Form; index: number }) {
  const level = index + 1
  return (
    <Card withBorder component="fieldset">
      <Text component="legend" fw={600} px={4}>
        Level {level}
      </Text>
      <Group align="flex-start" wrap="nowrap">
        <Stack flex={1}>
          <NumberInput
            label={`Points for level ${level}`}
            min={0}
            allowDecimal={false}
            disabled={index === 0}
            {...form.getInputProps(`steps.${index}.points`)}
          />
          <TagsInput
            label={`Benefits of level ${level}`}
            description="Type one and press Enter"
            {...form.getInputProps(`steps.${index}.benefits`)}
          />
        </Stack>
        {index > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xl"
            aria-label={`Remove level ${level}`}
            onClick={() => form.removeListItem('steps', index)}
          >
            <TrashIcon />
          </ActionIcon>
        )}
      </Group>
    </Card>
  )
}

/** Returns the fault of a level's points: each level takes more than the one before. */
function faultOf(
  points: OptionalNumber,
  { steps }: { steps: Step[] },
  path: string,
): string | null {
  const index = Number(path.split('.')[1])
  if (points === '') return 'Enter how many'
  const before = Number(steps[index - 1]?.points ?? -1)
  return points > before ? null : `More than ${before}, which level ${index} takes`
}

/** An unchanged benefit keeps its id and description. */
function stepOf({ points, benefits }: Step, before: Level | undefined) {
  const known = new Map(before?.benefits.map((benefit) => [benefit.name, benefit]))
  return { points: Number(points), benefits: benefits.map((name) => known.get(name) ?? { name }) }
}
