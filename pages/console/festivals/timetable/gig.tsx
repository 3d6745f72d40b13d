import { VisuallyHidden } from '@mantine/core'
import { ExclamationTriangleIcon } from '@radix-ui/react-icons'
import { type KeyboardEvent, memo } from 'react'
import type { FestivalGig } from '../../../../client/src/index.ts'
import './gig.css'
import { useZone } from '../../components/fields/zone.ts'
import { type Laid, nameOf, timesOf } from './lay.ts'

export type GigHears = {
  onOpen: (gig: FestivalGig) => void
  onKey: (event: KeyboardEvent, gig: FestivalGig) => void
}

type Props = GigHears & {
  laid: Laid
  stage: string
  columns: number
  isDragged: boolean
}

/** The id of the text that explains the keys. */
export const keysId = 'timetable-keys'

/** A gig on the board: dragged by its body, its end by the lower edge, and moved by keys. */
export const GigBlock = memo(function GigBlock({ laid, stage, columns, ...props }: Props) {
  const { gig, faults } = laid
  const zone = useZone()
  return (
    <li
      className="tt-slot"
      style={boxOf(laid, columns)}
      data-dragged={props.isDragged || undefined}
    >
      <button
        type="button"
        className="tt-gig"
        data-gig={gig.id}
        data-fault={faults.length > 0 || undefined}
        data-brief={laid.until - laid.from < 30 || undefined}
        data-open={gig.end_time === null || undefined}
        aria-describedby={keysId}
        title={faults.join('. ') || undefined}
        onClick={() => props.onOpen(gig)}
        onKeyDown={(event) => props.onKey(event, gig)}
      >
        <span className="tt-name">
          {faults.length > 0 && <ExclamationTriangleIcon aria-hidden className="tt-sign" />}
          {nameOf(gig)}
        </span>
        <span className="tt-times">{timesOf(gig, zone)}</span>
        <VisuallyHidden component="span">{stage}</VisuallyHidden>
        {faults.length > 0 && <span className="tt-fault">{faults.join('. ')}</span>}
      </button>
      <span className="tt-edge" data-gig={gig.id} data-edge aria-hidden />
    </li>
  )
}, isSame)

/** The layout creates all gigs again: only changed content is drawn again. */
function isSame(before: Props, after: Props): boolean {
  return (
    before.isDragged === after.isDragged &&
    before.columns === after.columns &&
    before.stage === after.stage &&
    before.onOpen === after.onOpen &&
    before.onKey === after.onKey &&
    (before.laid === after.laid || JSON.stringify(before.laid) === JSON.stringify(after.laid))
  )
}

type Box = Pick<Laid, 'column' | 'lane' | 'lanes' | 'from' | 'until' | 'minutes'>

/** The position of a gig on the board. */
export function boxOf({ column, lane, lanes, from, until, minutes }: Box, columns: number) {
  return {
    left: `${((column + lane / lanes) / columns) * 100}%`,
    width: `${(1 / lanes / columns) * 100}%`,
    top: `${(from / minutes) * 100}%`,
    height: `${((until - from) / minutes) * 100}%`,
  }
}
