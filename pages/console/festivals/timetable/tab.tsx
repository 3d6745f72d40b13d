import {
  Anchor,
  Box,
  Button,
  Group,
  Stack,
  Switch,
  Tabs,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { PlusIcon, ResetIcon } from '@radix-ui/react-icons'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty } from '../../components/states.tsx'
import type { TabProps } from '../tab-props.ts'
import { Board } from './board.tsx'
import { DayList } from './day-list.tsx'
import { DaySelect, DayTabs, mostTabs } from './day-picker.tsx'
import { beginOf, dayOf, hour } from './days.ts'
import { GigForm } from './drawer.tsx'
import { keysId } from './gig.tsx'
import { nameOf } from './lay.ts'
import { movedTo } from './moves.ts'
import './timetable.css'
import { Tray } from './tray.tsx'
import { useTimetable } from './use-timetable.ts'

type Table = ReturnType<typeof useTimetable>
type Props = { festival: TabProps['festival']; table: Table }

/** The timetable: a board of stages and hours on which gigs are dragged. */
export function TimetableTab({ festival: one }: TabProps) {
  const root = useRef<HTMLDivElement>(null)
  const table = useTimetable(one, root)
  const { days, date, ghost } = table
  const over = ghost?.on === 'day' ? ghost.slot.start_time : null
  return (
    <Stack ref={root} className="tt" gap="md">
      {one.gigs.length === 0 && <NoGigs festivalId={one.id} />}
      {one.gigs.length > 0 && one.places.length === 0 && <NoStages festivalId={one.id} />}
      {days.length > mostTabs ? (
        <div>
          <div className="tt-bar">
            <DaySelect days={days} date={date} onDay={table.onDay} />
            <Actions festival={one} table={table} />
          </div>
          <Day festival={one} table={table} />
        </div>
      ) : (
        <Tabs value={date} onChange={(day) => day && table.onDay(day)} variant="pills">
          <div className="tt-bar">
            <DayTabs
              days={days}
              over={over === null ? undefined : dayOf(Date.parse(over), one.time_zone)}
            />
            <Actions festival={one} table={table} />
          </div>
          <Tabs.Panel value={date}>
            <Day festival={one} table={table} />
          </Tabs.Panel>
        </Tabs>
      )}
      <VisuallyHidden role="status">{table.said}</VisuallyHidden>
      <GigDrawer festival={one} table={table} />
    </Stack>
  )
}

function NoGigs({ festivalId }: { festivalId: string }) {
  return (
    <Empty
      title="No gigs yet"
      text="Add artists to the line-up first: they appear here, and you drag them to a time and a stage. Or click in the timetable to add an open slot."
      action={
        <Button component={Link} href={`/festivals/${festivalId}/lineup`} variant="default">
          Add artists
        </Button>
      }
    />
  )
}

function Actions({ festival: { places, time_zone }, table }: Props) {
  const address = useAddress()
  const { edits, date, columns, isNarrow } = table
  const hasBoth = ['stage', 'other'].every((kind) =>
    places.some(({ type }) => (type === 'stage') === (kind === 'stage')),
  )
  return (
    <Group gap="xs">
      {hasBoth && !isNarrow && (
        <Switch
          label="All places"
          mr="sm"
          checked={address.get('places') === 'all'}
          onChange={({ currentTarget: { checked } }) =>
            address.set({ places: checked ? 'all' : undefined })
          }
        />
      )}
      <Button
        variant="default"
        leftSection={<ResetIcon aria-hidden />}
        disabled={!edits.canUndo}
        onClick={edits.undo}
      >
        Undo
      </Button>
      <Button
        leftSection={<PlusIcon aria-hidden />}
        onClick={() => table.onNew(beginOf(date, time_zone) + 12 * hour, columns[0]?.id ?? null)}
      >
        New slot
      </Button>
    </Group>
  )
}

function NoStages({ festivalId }: { festivalId: string }) {
  return (
    <Text size="sm" c="dimmed">
      There is no stage yet:{' '}
      <Anchor component={Link} href={`/festivals/${festivalId}/places`} inherit underline="always">
        add places
      </Anchor>
    </Text>
  )
}

function Day({ festival: one, table }: Props) {
  const { date, columns, laid, ghost, hears, isNarrow } = table
  const shown = { date, columns, laid, ...hears }
  return (
    <>
      <div className="tt-day-parts">
        {isNarrow ? <DayList {...shown} /> : <Board {...shown} ghost={ghost} />}
        <Tray
          gigs={table.open}
          places={one.places}
          isOver={ghost?.on === 'tray'}
          draggedId={ghost?.gig.id}
          hint={isNarrow ? 'Tap one to give it a time.' : 'Drag one onto the board.'}
          {...hears}
        />
      </div>
      {!isNarrow && (
        <Box mt="sm" id={keysId}>
          <Text size="sm" c="dimmed">
            Drag a gig, or its lower edge for another end; drop it on a day to keep its hour. By
            keys: arrows move it by 5 minutes and from stage to stage, with Shift by 30, with Alt
            its end; Page Up and Page Down another day; Delete takes it off; Enter opens its fields;
            Ctrl+Z undoes.
          </Text>
        </Box>
      )}
    </>
  )
}

/** The fields of the gig in the address, or of a new one at the given time and stage. */
function GigDrawer({ festival: one, table }: Props) {
  const address = useAddress()
  const gig = table.gigs.find(({ id }) => id === address.get('gig'))
  const time = Date.parse(address.get('new'))
  const isNew = Number.isFinite(time)
  const place = one.places.find(({ id }) => id === address.get('on'))
  const open = { start_time: null, end_time: null, place_id: null }
  return (
    <SideDrawer
      opened={gig !== undefined || isNew}
      onClose={() => address.replace({ gig: undefined, new: undefined, on: undefined })}
      title={gig ? nameOf(gig) : 'New slot'}
    >
      <GigForm
        key={gig?.id ?? address.get('new')}
        festival={one}
        edits={table.edits}
        gig={gig}
        slot={isNew ? movedTo(open, time, place?.id ?? null) : open}
        columns={table.columns}
        onClose={() => address.replace({ gig: undefined, new: undefined, on: undefined })}
      />
    </SideDrawer>
  )
}
