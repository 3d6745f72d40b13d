import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { PlusIcon, ResetIcon } from '@radix-ui/react-icons'
import { type ReactNode, useState } from 'react'
import type { Place } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty } from '../../components/states.tsx'
import type { TabProps } from '../tab-props.ts'
import { moved } from '../tickets/tiers.ts'
import { useEdits } from '../use-edits.tsx'
import { PlaceForm } from './form.tsx'
import { PlaceList } from './list.tsx'
import { mapKeysId, movedWords, PlaceMap } from './map.tsx'
import './places.css'
import { inDegrees, type LatLng } from './projection.ts'
import { SitePlan } from './site-plan.tsx'
import { useCamera } from './use-map.ts'

type Edits = ReturnType<typeof useEdits<'places'>>

/** The places of a festival on a map, and as a list beside it; a picture of its site. */
export function PlacesTab({ festival: one, refresh }: TabProps) {
  const edits = useEdits(one, 'places')
  const address = useAddress()
  const { length } = edits.records
  const add = (
    <Button
      leftSection={<PlusIcon aria-hidden />}
      onClick={() => address.set({ new: one.coordinates ? inDegrees(one.coordinates) : 'yes' })}
    >
      Add place
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {length === 1 ? '1 place' : `${length} places`}
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<ResetIcon aria-hidden />}
            disabled={!edits.canUndo}
            onClick={edits.undo}
          >
            Undo
          </Button>
          {add}
        </Group>
      </Group>
      <Places festival={one} edits={edits} add={add} />
      <SitePlan festival={one} refresh={refresh} />
      <PlaceDrawer festival={one} edits={edits} />
    </Stack>
  )
}

type Props = { festival: TabProps['festival']; edits: Edits }

function Places({ festival: one, edits, add }: Props & { add: ReactNode }) {
  const { records: places } = edits
  const address = useAddress()
  const points = pointsOf(places, one.coordinates)
  const camera = useCamera(points)
  const [near, setNear] = useState<string>()
  const [said, setSaid] = useState('')
  const hasMap = camera.view !== undefined || points.length > 0
  const onOpen = ({ id }: Place) => {
    edits.flush()
    address.set({ place: id })
  }
  const onMove = (place: Place, coordinates: LatLng) =>
    edits.edit({ id: place.id, to: { coordinates }, words: movedWords(place, coordinates) })
  const onNudge = (place: Place, coordinates: LatLng) => {
    const words = `${place.name} moved to ${inDegrees(coordinates)}`
    edits.nudge({ id: place.id, to: { coordinates }, words })
    setSaid(words)
  }
  const middle = camera.view && { lat: camera.view.lat, lng: camera.view.lng }
  return (
    <>
      <div className="place-parts" data-bare={!hasMap || undefined}>
        {hasMap && (
          <PlaceMap
            camera={camera}
            places={places}
            near={near}
            onOpen={onOpen}
            onPick={(at) => address.set({ new: inDegrees(at) })}
            onMove={onMove}
            onNudge={onNudge}
          />
        )}
        {places.length === 0 ? (
          <Nowhere hasMap={hasMap} add={add} />
        ) : (
          <PlaceList
            places={places}
            gigs={countGigs(one.gigs)}
            onOpen={onOpen}
            onPut={middle && ((place) => onMove(place, middle))}
            onOrder={({ id }, step) => reorder(edits, id, step)}
            onNear={setNear}
          />
        )}
      </div>
      {hasMap && <Keys />}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

function Nowhere({ hasMap, add }: { hasMap: boolean; add: ReactNode }) {
  return (
    <Empty
      title="No places yet"
      text={
        hasMap
          ? 'Stages, food, toilets, entrances: click the map where one is. Assign gigs to stages on the timetable.'
          : 'Stages, food, toilets, entrances. Enter coordinates for the first one, as any map service shows them: the map starts there.'
      }
      action={add}
    />
  )
}

function Keys() {
  return (
    <Text size="sm" c="dimmed" id={mapKeysId}>
      Click the map to add a place; drag a pin to move it. With the keyboard: arrows move a pin by 5
      m, with Shift by 50 m; Enter opens it; Ctrl+Z undoes. On the map itself arrows pan, + and −
      zoom, as does the wheel with Ctrl.
    </Text>
  )
}

/** The fields of the place in the address, or of a new one at the given coordinates. */
function PlaceDrawer({ festival: one, edits }: Props) {
  const address = useAddress()
  const place = edits.records.find(({ id }) => id === address.get('place'))
  const isNew = address.get('new') !== ''
  const [lat, lng] = address.get('new').split(', ').map(Number)
  const hasPoint = Number.isFinite(lat) && Number.isFinite(lng)
  const close = () => address.replace({ place: undefined, new: undefined })
  return (
    <SideDrawer
      opened={place !== undefined || isNew}
      onClose={close}
      title={place ? place.name : 'New place'}
    >
      <PlaceForm
        key={place?.id ?? address.get('new')}
        festival={one}
        edits={edits}
        place={place}
        at={hasPoint ? { lat: lat ?? 0, lng: lng ?? 0 } : undefined}
        onClose={close}
      />
    </SideDrawer>
  )
}

/** The initial view: the places, or else the location of the festival. */
function pointsOf(places: Place[], festival: LatLng | null): LatLng[] {
  const located = places.flatMap(({ coordinates }) => coordinates ?? [])
  return located.length > 0 || festival === null ? located : [festival]
}

function countGigs(gigs: TabProps['festival']['gigs']): Map<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const { place_id } of gigs) counts.set(place_id, (counts.get(place_id) ?? 0) + 1)
  return counts
}

function reorder(edits: Edits, id: string, step: -1 | 1): void {
  edits.change((current) => moved(current, id, step)).catch(edits.refuse)
}
