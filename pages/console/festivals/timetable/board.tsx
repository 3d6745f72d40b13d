import { Box } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useNow } from '../../components/relative.tsx'
import './board.css'
import { zoneName } from '#platform/zones/local-time'
import { useZone } from '../../components/fields/zone.ts'
import { beginOf, clock, hour, longDay, minute, minutesOf } from './days.ts'
import { boxOf, GigBlock, type GigHears } from './gig.tsx'
import { type Column, type Laid, nameOf, timesOf } from './lay.ts'
import type { Ghost } from './use-drag.ts'

type Props = GigHears & {
  date: string
  columns: Column[]
  laid: Laid[]
  ghost: Ghost | undefined
}

/** A day of the festival: hours downwards, stages side by side. */
export function Board({ date, columns, laid, ghost, ...hears }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const zone = useZone()
  const [begin, minutes] = [beginOf(date, zone), minutesOf(date, zone)]
  const first = laid.length === 0 ? 6 * 60 : Math.min(...laid.map(({ from }) => from))
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    // The day opens a little before it starts; a later move does not scroll it away.
    if (shown.current === date || !scroller.current) return
    shown.current = date
    const { scrollHeight } = scroller.current
    scroller.current.scrollTop = (Math.max(first - 60, 0) / minutes) * scrollHeight
  })
  return (
    <Box
      ref={scroller}
      className="tt-board"
      data-scroller
      role="region"
      tabIndex={0}
      aria-label={`Timetable of ${longDay(date)}`}
      style={{ '--columns': columns.length, '--hours': minutes / 60 }}
    >
      <div className="tt-corner" title={zone}>
        {zoneName(new Date(begin), zone)}
      </div>
      <div className="tt-heads">
        {columns.map(({ id, name }) => (
          <div key={id} className="tt-head" title={name} data-quiet={id === null || undefined}>
            {name}
          </div>
        ))}
      </div>
      <div className="tt-hours" aria-hidden>
        {Array.from({ length: Math.ceil(minutes / 60) }, (_, n) => (
          <span key={n}>{clock(begin + n * hour, zone)}</span>
        ))}
      </div>
      <div
        className="tt-canvas"
        data-canvas
        data-drop="board"
        data-columns={columns.length}
        data-begin={begin}
        data-length={minutes * minute}
      >
        <ol className="tt-gigs" aria-label="Gigs, by stage and time">
          {laid.map((one) => (
            <GigBlock
              key={one.gig.id}
              laid={one}
              stage={columns[one.column]?.name ?? ''}
              columns={columns.length}
              isDragged={ghost?.gig.id === one.gig.id}
              {...hears}
            />
          ))}
        </ol>
        <NowLine begin={begin} minutes={minutes} />
        {ghost && <GhostBlock ghost={ghost} begin={begin} minutes={minutes} columns={columns} />}
      </div>
    </Box>
  )
}

type Shown = { begin: number; minutes: number }

function NowLine({ begin, minutes }: Shown) {
  const now = useNow()
  const zone = useZone()
  const length = minutes * minute
  if (now < begin || now >= begin + length) return null
  return (
    <div
      className="tt-now"
      style={{ top: `${((now - begin) / length) * 100}%` }}
      aria-hidden
      data-time={clock(now, zone)}
    />
  )
}

type GhostProps = Shown & { ghost: Ghost; columns: Column[] }

/** The position of the gig if it were dropped now. */
function GhostBlock({ ghost: { gig, slot, on }, begin, minutes, columns }: GhostProps) {
  const zone = useZone()
  if (slot.start_time === null || on === 'tray' || on === 'day') return null
  const from = (Date.parse(slot.start_time) - begin) / minute
  const ends = slot.end_time === null ? from + 60 : (Date.parse(slot.end_time) - begin) / minute
  const until = Math.max(Math.min(ends, minutes), from + 15)
  const column = columns.findIndex(({ id }) => id === slot.place_id)
  return (
    <div
      className="tt-ghost"
      style={boxOf({ column, lane: 0, lanes: 1, from, until, minutes }, columns.length)}
      data-below={from > minutes - 60 || undefined}
    >
      <span className="tt-name">{nameOf(gig)}</span>
      <span className="tt-times">{timesOf(slot, zone)}</span>
    </div>
  )
}
