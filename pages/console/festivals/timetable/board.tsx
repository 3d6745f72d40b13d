import { Box } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useNow } from '../../components/relative.tsx'
import './board.css'
import { beginOf, clock, day, hour, longDay, minute } from './days.ts'
import { boxOf, GigBlock, type GigHears } from './gig.tsx'
import { type Column, type Laid, minutesOfDay, nameOf, timesOf } from './lay.ts'
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
  const first = laid.length === 0 ? 6 * 60 : Math.min(...laid.map(({ from }) => from))
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    // The day opens a little before it starts; a later move does not scroll it away.
    if (shown.current === date || !scroller.current) return
    shown.current = date
    const { scrollHeight } = scroller.current
    scroller.current.scrollTop = (Math.max(first - 60, 0) / minutesOfDay) * scrollHeight
  })
  const begin = beginOf(date)
  return (
    <Box
      ref={scroller}
      className="tt-board"
      data-scroller
      role="region"
      tabIndex={0}
      aria-label={`Timetable of ${longDay(date)}`}
      style={{ '--columns': columns.length }}
    >
      <div className="tt-corner">UTC</div>
      <div className="tt-heads">
        {columns.map(({ id, name }) => (
          <div key={id} className="tt-head" title={name} data-quiet={id === null || undefined}>
            {name}
          </div>
        ))}
      </div>
      <div className="tt-hours" aria-hidden>
        {Array.from({ length: 24 }, (_, n) => (
          <span key={n}>{clock(begin + n * hour)}</span>
        ))}
      </div>
      <div
        className="tt-canvas"
        data-canvas
        data-drop="board"
        data-columns={columns.length}
        data-begin={begin}
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
        <NowLine begin={begin} />
        {ghost && <GhostBlock ghost={ghost} begin={begin} columns={columns} />}
      </div>
    </Box>
  )
}

function NowLine({ begin }: { begin: number }) {
  const now = useNow()
  if (now < begin || now >= begin + day) return null
  return (
    <div
      className="tt-now"
      style={{ top: `${((now - begin) / day) * 100}%` }}
      aria-hidden
      data-time={clock(now)}
    />
  )
}

type GhostProps = { ghost: Ghost; begin: number; columns: Column[] }

/** Where the gig would be if it were dropped now. */
function GhostBlock({ ghost: { gig, slot, on }, begin, columns }: GhostProps) {
  if (slot.start_time === null || on === 'tray' || on === 'day') return null
  const from = (Date.parse(slot.start_time) - begin) / minute
  const ends = slot.end_time === null ? from + 60 : (Date.parse(slot.end_time) - begin) / minute
  const until = Math.max(Math.min(ends, minutesOfDay), from + 15)
  const column = columns.findIndex(({ id }) => id === slot.place_id)
  return (
    <div
      className="tt-ghost"
      style={boxOf({ column, lane: 0, lanes: 1, from, until }, columns.length)}
      data-below={from > minutesOfDay - 60 || undefined}
    >
      <span className="tt-name">{nameOf(gig)}</span>
      <span className="tt-times">{timesOf(slot)}</span>
    </div>
  )
}
