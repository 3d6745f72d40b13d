import { ActionIcon, Box, Group } from '@mantine/core'
import { EnterFullScreenIcon, MinusIcon, PlusIcon } from '@radix-ui/react-icons'
import { type KeyboardEvent, useState } from 'react'
import type { Place } from '../../../../client/src/index.ts'
import { Ground } from './ground.tsx'
import { KindSign } from './kinds.tsx'
import { namedPins } from './labels.ts'
import { beside, distance, inMetres, type LatLng, toPixel } from './projection.ts'
import { type Camera, useMapPointers } from './use-map.ts'

type MapHears = {
  onOpen: (place: Place) => void
  onPick: (at: LatLng) => void
  /** called when a pin was dragged */
  onMove: (place: Place, to: LatLng) => void
  /** called when a key moved a pin; more keys may follow */
  onNudge: (place: Place, to: LatLng) => void
}

type Located = Place & { coordinates: LatLng }
type Props = MapHears & {
  camera: Camera
  places: Place[]
  /** the place under the pointer in the list */
  near: string | undefined
}

const closer = 1.6
/** The distance a key pans the map, and the distance from the edge at which a pin counts as out of sight, in pixels. */
const [stride, edge] = [80, 30]

/** A map of the festival's places as pins. */
export function PlaceMap({ camera, places, near, ...hears }: Props) {
  const located = places.filter((place): place is Located => place.coordinates !== null)
  const { ref, held } = useMapPointers(camera, {
    onMove: (id, to) => {
      const place = places.find((one) => one.id === id)
      if (place) hears.onMove(place, to)
    },
    onPick: hears.onPick,
  })
  const { view, size } = camera
  const [origin] = useState(located[0]?.coordinates)
  return (
    <Box
      ref={ref}
      className="place-map"
      role="region"
      tabIndex={0}
      aria-label="Map of the places"
      onKeyDown={(event) => steer(event, camera)}
    >
      {view && (
        <>
          <Ground view={view} size={size} origin={origin ?? view} />
          <Pins
            camera={camera}
            view={view}
            near={near}
            held={held}
            hears={hears}
            places={located.map((place) =>
              held?.id === place.id ? { ...place, coordinates: held.at } : place,
            )}
          />
        </>
      )}
      <Controls camera={camera} />
    </Box>
  )
}

/** Arrow keys pan the map, plus and minus zoom, 0 shows all. */
function steer(event: KeyboardEvent, camera: Camera): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
  const act: Record<string, () => void> = {
    ArrowUp: () => camera.pan({ x: 0, y: stride }),
    ArrowDown: () => camera.pan({ x: 0, y: -stride }),
    ArrowLeft: () => camera.pan({ x: stride, y: 0 }),
    ArrowRight: () => camera.pan({ x: -stride, y: 0 }),
    '+': () => camera.zoom(closer),
    '-': () => camera.zoom(1 / closer),
    '0': camera.fit,
  }
  if (!act[event.key]) return
  event.preventDefault()
  act[event.key]?.()
}

function Controls({ camera }: { camera: Camera }) {
  return (
    <Group className="place-controls" data-control gap={6}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Zoom in"
        onClick={() => camera.zoom(closer)}
      >
        <PlusIcon />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Zoom out"
        onClick={() => camera.zoom(1 / closer)}
      >
        <MinusIcon />
      </ActionIcon>
      <ActionIcon variant="default" size={44} aria-label="Show all places" onClick={camera.fit}>
        <EnterFullScreenIcon />
      </ActionIcon>
    </Group>
  )
}

type PinsProps = {
  camera: Camera
  view: NonNullable<Camera['view']>
  places: Located[]
  near: string | undefined
  held: { id: string; at: LatLng } | undefined
  hears: MapHears
}

function Pins({ camera, view, places, near, held, hears }: PinsProps) {
  const { size } = camera
  const pins = places.map((place) => ({ place, ...toPixel(place.coordinates, view, size) }))
  const named = namedPins(
    pins.map(({ place: { id, name, type }, x, y }) => ({ id, name, type, x, y })),
  )
  return (
    <ul className="place-pins" aria-label="Places on the map">
      {pins.map(({ place, x, y }) => (
        <li key={place.id} style={{ transform: `translate(${x}px, ${y}px)` }}>
          <button
            type="button"
            className="place-pin"
            data-pin={place.id}
            data-x={x}
            data-y={y}
            data-near={near === place.id || held?.id === place.id || undefined}
            data-named={named.get(place.id)}
            aria-describedby={mapKeysId}
            onClick={() => hears.onOpen(place)}
            onFocus={() => bringIntoSight(camera, { x, y })}
            onKeyDown={(event) => nudge(event, place, hears)}
          >
            <KindSign type={place.type} />
            <span className="place-name">{place.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The id of the text that explains the keys. */
export const mapKeysId = 'place-keys'

function bringIntoSight({ size, pan }: Camera, { x, y }: { x: number; y: number }): void {
  const by = {
    x: Math.min(Math.max(x, edge), size.width - edge) - x,
    y: Math.min(Math.max(y, edge), size.height - edge) - y,
  }
  if (by.x !== 0 || by.y !== 0) pan(by)
}

/** Five metres per key, fifty with Shift. */
function nudge(event: KeyboardEvent, place: Located, { onNudge }: MapHears): void {
  const by = event.shiftKey ? 50 : 5
  const moves: Record<string, [east: number, north: number]> = {
    ArrowUp: [0, by],
    ArrowDown: [0, -by],
    ArrowLeft: [-by, 0],
    ArrowRight: [by, 0],
  }
  const move = moves[event.key]
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  onNudge(place, beside(place.coordinates, ...move))
}

/** Describes how far a place was moved. */
export function movedWords(place: Place, to: LatLng): string {
  if (!place.coordinates) return `${place.name} is on the map`
  return `${place.name} moved by ${inMetres(Math.round(distance(place.coordinates, to) * 10) / 10)}`
}
