import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { FestivalGig } from '../../../../client/src/index.ts'
import { beginOf, minute, minutesOf } from './days.ts'
import { Drag, type DraggedGig, type DropTarget } from './drag.ts'
import type { Column } from './lay.ts'
import { endedAt, movedTo, onDay, type Slot, snap, taken } from './moves.ts'

/** The dragged gig, and its time and place if it were dropped now. */
export type Ghost = { gig: FestivalGig; slot: Slot; on: DropTarget['on'] }

type Board = {
  gigs: readonly FestivalGig[]
  columns: Column[]
  date: string
  zone: string
  /** true if there is no board to drag on, as on a phone */
  isOff: boolean
}

type Hears = {
  onDrop: (gig: FestivalGig, slot: Slot) => void
  /** called when an empty part of the board was clicked */
  onPick: (slot: { time: number; place_id: string | null }) => void
}

/** Makes the gigs below an element draggable; returns the dragged one. */
export function useDrag(
  root: RefObject<HTMLElement | null>,
  board: Board,
  { onDrop, onPick }: Hears,
): Ghost | undefined {
  const [ghost, setGhost] = useState<Ghost>()
  const become = useEffectEvent((dragged: DraggedGig, target: DropTarget) => {
    const next = ghostOf(dragged, target, board)
    setGhost((before) => (isSame(before, next) ? before : next))
  })
  const drop = useEffectEvent((dragged: DraggedGig, target: DropTarget) => {
    setGhost(undefined)
    const next = ghostOf(dragged, target, board)
    if (next) onDrop(next.gig, next.slot)
  })
  const pick = useEffectEvent((target: DropTarget) => {
    const column = target.on === 'board' ? board.columns[target.column] : undefined
    if (target.on === 'board' && column) onPick({ time: target.time, place_id: column.id })
  })
  useEffect(() => {
    if (!root.current || board.isOff) return undefined
    const drag = new Drag(root.current, {
      onMove: (held, at) => become(held, at),
      onDrop: (held, at) => drop(held, at),
      onCancel: () => setGhost(undefined),
      onPick: (at) => pick(at),
    })
    return () => drag.end()
  }, [root, board.isOff])
  return ghost
}

function ghostOf(dragged: DraggedGig, target: DropTarget, board: Board): Ghost | undefined {
  const gig = board.gigs.find(({ id }) => id === dragged.id)
  return gig && { gig, slot: slotAt(gig, dragged, { at: target, board }), on: target.on }
}

/** Returns the time and place of a gig if it were dropped here; unchanged outside of all targets. */
function slotAt(
  gig: FestivalGig,
  dragged: DraggedGig,
  { at, board }: { at: DropTarget; board: Board },
): Slot {
  const stays = { start_time: gig.start_time, end_time: gig.end_time, place_id: gig.place_id }
  if (dragged.isEnd) return at.on === 'board' ? endedAt(gig, at.time) : stays
  if (at.on === 'tray') return taken(gig)
  if (at.on === 'day' && gig.start_time !== null) return onDay(gig, at.date, board.zone)
  const column = at.on === 'board' ? board.columns[at.column] : undefined
  if (at.on !== 'board' || !column) return stays
  const begin = beginOf(board.date, board.zone)
  const last = begin + (minutesOf(board.date, board.zone) - 5) * minute
  const start = snap(at.time - dragged.grip)
  return movedTo(gig, Math.min(Math.max(start, begin), last), column.id)
}

function isSame(one: Ghost | undefined, other: Ghost | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
