import { Alert, Button, Card, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { localTime } from '#platform/zones/local-time'
import type { Festival } from '../../../../client/src/index.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'

/** Makes the next edition of a festival, as a draft to work on. */
export function NextEdition({ festival: one }: TabProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Next edition
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        A draft with the same texts, places, tickets and accommodations. The line-up and everything
        sold stay here.
      </Text>
      <Group>
        <Button variant="light" onClick={open}>
          Duplicate festival
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Duplicate as next edition"
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Asking festival={one} onClose={close} />
      </Modal>
    </Card>
  )
}

function Asking({ festival: one, onClose }: { festival: Festival; onClose: () => void }) {
  const [, navigate] = useLocation()
  const form = useForm({
    initialValues: { name: nextName(one.name), start_day: sameWeekday(one) },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      start_day: (day) => (day === '' ? 'Enter the day on which it begins' : null),
    },
  })
  const act = useAct(
    ({ name, start_day }: typeof form.values) =>
      festival.festivals.duplicate(one.id, { name: name.trim(), start_day }),
    {
      refresh: [['festivals'], ['organizers']],
      done: ({ name }) => `${name} is created as a draft`,
      onDone: ({ id }) => navigate(`/festivals/${id}`),
      quiet: true,
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => act.mutate(values))}>
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Begins on"
          description="All other times move by as many days"
          type="date"
          required
          {...form.getInputProps('start_day')}
        />
        {act.error && (
          <Alert color="red" role="alert" title="Could not duplicate">
            {act.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={act.isPending}>
            Create draft
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the name with the next year in place of a year. */
function nextName(name: string): string {
  return name.replace(/\b(?:19|20|21)\d\d\b/, (year) => `${Number(year) + 1}`)
}

/** Returns the day 52 weeks after a festival begins: the same weekday of the next year. */
function sameWeekday({ start_time, time_zone }: Festival): string {
  const begins = localTime(new Date(start_time), time_zone)
  return new Date(begins.getTime() + 52 * 7 * 86_400_000).toISOString().slice(0, 10)
}
