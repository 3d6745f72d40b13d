import { Anchor, Card, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { pageIn, useAddress } from '../../components/address.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { SearchBox } from '../../components/fields/search-box.tsx'
import { Mark } from '../../components/mark.tsx'
import { OrderButtons } from '../../components/order-buttons.tsx'
import { Empty } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { useEdits } from '../use-edits.tsx'
import { type Act, nameOf, without } from './acts.ts'
import { AddArtists } from './add.tsx'
import { type Billed, billOf, headlining, moved } from './bill.ts'
import { ImportLineUp } from './import/panel.tsx'

const perPage = 50

/**
 * The artists of a festival in the order of its bill: added with or without a time, billed and removed. Times are set
 * on the timetable.
 */
export function LineUpTab({ festival: one, refresh }: TabProps) {
  const address = useAddress()
  const acts = billOf(one.gigs)
  const q = address.get('q').toLocaleLowerCase()
  const found = acts.filter((act) => nameOf(act).toLocaleLowerCase().includes(q))
  const bill = useBill(one)
  const totalPages = Math.max(1, Math.ceil(found.length / perPage))
  const page = Math.min(pageIn(address), totalPages)
  return (
    <Stack gap="lg">
      <AddArtists festival={one} refresh={refresh} />
      <ImportLineUp festival={one} refresh={refresh} />
      {acts.length === 0 ? (
        <Empty
          title="No artists yet"
          text="Add artists above, several at once. They need no time yet: until they have one, they are shown as to be announced."
        />
      ) : (
        <Stack>
          <Group justify="space-between">
            <Title order={2} size="h4">
              {acts.length === 1 ? '1 act' : `${acts.length} acts`}
            </Title>
            <SearchBox
              label="Search the line-up"
              value={address.get('q')}
              onSearch={(text) => address.replace({ q: text, page: undefined })}
            />
          </Group>
          {found.length === 0 ? (
            <Text c="dimmed">No artist has this name.</Text>
          ) : (
            <DataTable
              label="Line-up"
              rows={found.slice((page - 1) * perPage, page * perPage)}
              keyOf={({ key }) => key}
              columns={columnsOf(one, refresh, bill)}
              page={{
                page,
                totalPages,
                total: found.length,
                onPage: (next) => address.set({ page: `${next}` }),
              }}
            />
          )}
        </Stack>
      )}
      <Card withBorder p="md">
        <Text size="sm" c="dimmed">
          Days, times and stages are set on the{' '}
          <Anchor
            component={Link}
            href={`/festivals/${one.id}/timetable`}
            inherit
            underline="always"
          >
            timetable
          </Anchor>
          . Followers of an artist are notified when it is added to an upcoming festival, ten
          minutes after the last change, or two on the day. Its page in the guide names headliners
          first, and large, then the others by their number here, then those without one by name;
          this notifies no one.
        </Text>
      </Card>
    </Stack>
  )
}

type Bill = ReturnType<typeof useBill>

/** Changes of the bill, one after the other, each on top of the bill stored by then. */
function useBill(festival: TabProps['festival']) {
  const { change, refuse } = useEdits(festival, 'gigs')
  return {
    move: ({ key }: Act, step: -1 | 1) => change((gigs) => moved(gigs, key, step)).catch(refuse),
    headline: ({ key }: Act, headliner: boolean) =>
      change((gigs) => headlining(gigs, key, headliner)).catch(refuse),
  }
}

function columnsOf(
  festival: TabProps['festival'],
  refresh: () => void,
  bill: Bill,
): [Column<Billed>, ...Column<Billed>[]] {
  const stages = new Map(festival.places.map(({ id, name }) => [id, name]))
  const words = (time: string) => inWords(time, false, festival.time_zone)
  return [
    {
      title: 'Artist',
      cell: ({ artist }) =>
        artist ? (
          <Anchor component={Link} href={`/artists?edit=${artist.id}`}>
            {artist.name}
          </Anchor>
        ) : (
          <Text span inherit c="dimmed">
            An open slot
          </Text>
        ),
    },
    {
      title: 'Plays',
      cell: ({ gigs }) => (
        <Stack gap={4}>
          {gigs.map(({ id, start_time, place_id }) => (
            <div key={id}>
              {start_time === null ? <Mark>To be announced</Mark> : words(start_time)}
              {place_id !== null && ` · ${stages.get(place_id) ?? ''}`}
            </div>
          ))}
        </Stack>
      ),
    },
    {
      title: 'Headliner',
      cell: (act) => (
        <Switch
          aria-label={`${nameOf(act)} is a headliner`}
          checked={act.headliner}
          onChange={({ currentTarget }) => void bill.headline(act, currentTarget.checked)}
        />
      ),
    },
    {
      title: 'On the bill',
      cell: (act) => (
        <Group gap="xs" wrap="nowrap">
          <OrderButtons
            name={nameOf(act)}
            position={act.number ?? 0}
            isFirst={act.isFirst}
            isLast={act.isLast}
            onMove={(step) => void bill.move(act, step)}
          />
          {act.number ?? (
            <Text span inherit c="dimmed">
              by name
            </Text>
          )}
        </Group>
      ),
    },
    {
      title: 'Action',
      align: 'right',
      cell: (act) => <RemoveAct festival={festival} act={act} refresh={refresh} />,
    },
  ]
}

function RemoveAct({ festival, act, refresh }: TabProps & { act: Act }) {
  const name = nameOf(act)
  const timed = act.gigs.filter(({ start_time }) => start_time !== null).length
  const remove = useAct(() => changeSet(festival.id, 'gigs', (current) => without(current, act)), {
    done: `${name} no longer plays here`,
    refresh: [['festival', festival.id], ['festivals']],
    onDone: refresh,
  })
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      text={
        timed === 0
          ? 'It leaves the line-up. No notifications are sent.'
          : `It leaves the line-up, and ${timed === 1 ? 'its time' : `its ${timed} times`} on the timetable with it. No notifications are sent.`
      }
      confirm="Remove"
      onConfirm={() => remove.mutateAsync().catch(() => undefined)}
    />
  )
}
