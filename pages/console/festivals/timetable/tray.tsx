import { Text, TextInput, Title } from '@mantine/core'
import { memo, useState } from 'react'
import type { FestivalGig, Place } from '../../../../client/src/index.ts'
import type { GigHears } from './gig.tsx'
import { nameOf } from './lay.ts'

type Props = GigHears & {
  gigs: FestivalGig[]
  places: Place[]
  /** a gig is dragged over it */
  isOver: boolean
  draggedId: string | undefined
  hint: string
}

/** The number of gigs from which they can be searched by name. */
const many = 9

/** The gigs without a time: dragged onto the board, and back. */
export const Tray = memo(function Tray({ gigs, places, isOver, draggedId, hint, ...hears }: Props) {
  const [text, setText] = useState('')
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const wanted = text.trim().toLocaleLowerCase()
  const shown = gigs.filter((gig) => nameOf(gig).toLocaleLowerCase().includes(wanted))
  return (
    <section
      className="tt-tray"
      data-drop="tray"
      data-over={isOver || undefined}
      aria-labelledby="tt-tray"
    >
      <Title order={2} size="h5" id="tt-tray">
        To be announced{gigs.length > 0 && ` (${gigs.length})`}
      </Title>
      <Text size="sm" c="dimmed">
        {gigs.length === 0 ? 'Every gig has its time.' : hint}
      </Text>
      {gigs.length >= many && (
        <TextInput
          aria-label="Find among those to be announced"
          placeholder="Find"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className="tt-chips" aria-label="Gigs to be announced">
        {shown.map((gig) => (
          <li key={gig.id}>
            <button
              type="button"
              className="tt-chip"
              data-gig={gig.id}
              data-dragged={draggedId === gig.id || undefined}
              onClick={() => hears.onOpen(gig)}
              onKeyDown={(event) => hears.onKey(event, gig)}
            >
              <span className="tt-name">{nameOf(gig)}</span>
              {gig.place_id !== null && <span className="tt-times">{names.get(gig.place_id)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
})
