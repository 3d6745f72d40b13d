import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons'
import type { Place } from '../../../../client/src/index.ts'
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
          <Order place={place} isFirst={n === 0} isLast={n === places.length - 1} {...hears} />
        </li>
      ))}
    </ol>
  )
}

function factsOf({ type }: Place, gigs = 0): string {
  const played = gigs === 0 ? [] : [gigs === 1 ? '1 gig' : `${gigs} gigs`]
  return [type ?? 'no type', ...played].join(' · ')
}

type OrderProps = Pick<Props, 'onOrder'> & { place: Place; isFirst: boolean; isLast: boolean }

function Order({ place, isFirst, isLast, onOrder }: OrderProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        className="fades"
        aria-label={`Move ${place.name} up`}
        disabled={isFirst}
        onClick={() => onOrder(place, -1)}
      >
        <ArrowUpIcon />
      </ActionIcon>
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        className="fades"
        aria-label={`Move ${place.name} down`}
        disabled={isLast}
        onClick={() => onOrder(place, 1)}
      >
        <ArrowDownIcon />
      </ActionIcon>
    </Group>
  )
}
