import { Button, Text } from '@mantine/core'
import type { Place } from '../../../../client/src/index.ts'
import { OrderButtons } from '../../components/order-buttons.tsx'
import { KindSign } from './kinds.tsx'
import './list.css'
import { inDegrees } from './projection.ts'

type Props = {
  places: Place[]
  /** the number of gigs of each place */
  gigs: Map<string | null, number>
  onOpen: (place: Place) => void
  /** puts a place without coordinates in the middle of the map; absent while there is no map */
  onPut: ((place: Place) => void) | undefined
  onOrder: (place: Place, step: -1 | 1) => void
  onNear: (id: string | undefined) => void
}

/** All places with their kind and exact coordinates, in the order of the timetable's columns. */
export function PlaceList({ places, gigs, ...hears }: Props) {
  return (
    <ol className="place-list" aria-label="Places">
      {places.map((place, n) => (
        <li key={place.id} className="place-row">
          <button
            type="button"
            className="place-open"
            onClick={() => hears.onOpen(place)}
            onMouseEnter={() => hears.onNear(place.id)}
            onMouseLeave={() => hears.onNear(undefined)}
            onFocus={() => hears.onNear(place.id)}
            onBlur={() => hears.onNear(undefined)}
          >
            <KindSign type={place.type} />
            <span>
              <span className="place-title">{place.name}</span>
              <span className="place-facts">{factsOf(place, gigs.get(place.id))}</span>
              {place.coordinates && (
                <span className="place-facts">{inDegrees(place.coordinates)}</span>
              )}
            </span>
          </button>
          {!place.coordinates &&
            (hears.onPut ? (
              <Button
                size="xs"
                variant="default"
                aria-label={`Put on the map: ${place.name}`}
                onClick={() => hears.onPut?.(place)}
              >
                Put on the map
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                Not on the map
              </Text>
            ))}
          <OrderButtons
            name={place.name}
            position={n}
            isFirst={n === 0}
            isLast={n === places.length - 1}
            onMove={(step) => hears.onOrder(place, step)}
          />
        </li>
      ))}
    </ol>
  )
}

function factsOf({ type }: Place, gigs = 0): string {
  const played = gigs === 0 ? [] : [gigs === 1 ? '1 gig' : `${gigs} gigs`]
  return [type ?? 'no type', ...played].join(' · ')
}
