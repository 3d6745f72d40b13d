import { useCallbackRef, useMediaQuery } from '@mantine/hooks'
import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Festival, FestivalGig } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { present } from '../../present.ts'
import { useEdits } from '../use-edits.tsx'
import { dayOf, daysOf } from './days.ts'
import { columnsOf, layDay, nameOf, openOf } from './lay.ts'
import { keyed, type Slot, snap, wordsOf } from './moves.ts'
import { useDrag } from './use-drag.ts'

/** The displayed timetable of a festival, and its handlers for pointer and keys. */
export function useTimetable(one: Festival, root: RefObject<HTMLElement | null>) {
  const address = useAddress()
  const zone = one.time_zone
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const edits = useEdits(one, 'gigs')
  const { records: gigs } = edits
  const [said, setSaid] = useState('')
  const focus = useStableFocus(root)
  const days = daysOf({ ...one, gigs })
  const date = shownDay({ days, gigs, zone }, address.get('day'))
  const showsAll = address.get('places') === 'all'
  const columns = useMemo(() => columnsOf(one.places, one.gigs, showsAll), [one, showsAll])

  const move = (gig: FestivalGig, slot: Slot) =>
    edits.edit({
      id: gig.id,
      to: slot,
      words: `${nameOf(gig)}: ${wordsOf(gig, slot, { columns, zone })}`,
    })
  const openNew = (time: number, place_id: string | null) =>
    address.set({ new: new Date(snap(time)).toISOString(), on: place_id ?? undefined })
  const ghost = useDrag(
    root,
    { gigs, columns, date, zone, isOff: isNarrow },
    { onDrop: move, onPick: ({ time, place_id }) => openNew(time, place_id) },
  )
  const onOpen = useCallbackRef((gig: FestivalGig) => {
    edits.flush()
    address.set({ gig: gig.id })
  })
  const onKey = useCallbackRef((event: KeyboardEvent, gig: FestivalGig) => {
    const slot = event.ctrlKey || event.metaKey ? undefined : keyed(gig, event, { columns, zone })
    if (!slot) return
    event.preventDefault()
    const words = wordsOf(gig, slot, { columns, zone })
    edits.nudge({ id: gig.id, to: slot, words: `${nameOf(gig)}: ${words}` })
    setSaid(words)
    focus(gig.id)
    const next = slot.start_time === null ? date : dayOf(Date.parse(slot.start_time), zone)
    if (next !== date) address.replace({ day: next })
  })
  return {
    edits,
    gigs,
    days,
    date,
    columns,
    ghost,
    said,
    isNarrow,
    // A drag renders on every step: everything that is not dragged stays identical.
    laid: useMemo(() => layDay(gigs, columns, { date, zone }), [gigs, columns, date, zone]),
    open: useMemo(() => openOf(gigs), [gigs]),
    hears: { onOpen, onKey },
    onDay: (day: string) => address.set({ day }),
    onNew: openNew,
  }
}

type Played = { days: string[]; gigs: readonly FestivalGig[]; zone: string }

/** The day in the address, else today, else the first day with gigs. */
function shownDay({ days, gigs, zone }: Played, asked: string): string {
  const today = dayOf(present(), zone)
  const played = gigs.flatMap(({ start_time }) => (start_time ? [start_time] : [])).toSorted()
  const first = played[0] && dayOf(Date.parse(played[0]), zone)
  return [asked, today].find((day) => days.includes(day)) ?? first ?? days[0] ?? today
}

/** Keeps a gig that is moved by keys focused and in sight. */
function useStableFocus(root: RefObject<HTMLElement | null>) {
  const kept = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (kept.current === undefined) return
    const gig = root.current?.querySelector<HTMLElement>(`button[data-gig="${kept.current}"]`)
    kept.current = undefined
    if (gig !== document.activeElement) gig?.focus()
    gig?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (id: string) => {
    kept.current = id
  }
}
