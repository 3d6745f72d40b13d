import { namedMoment } from '#common/words/guide-words'
import { count, spanOf, standingOf, queueWords as words } from '#common/words/queue-words'
import { make } from '../me/dialog.ts'
import { serverNow } from '../session.ts'
import { say } from '../shop/parts.ts'
import { showGroup } from './group.ts'
import { isTurn, type Room, waitOf } from './line.ts'
import { type Change, movedFrom, ownNumberAt } from './seen.ts'

const part = (page: HTMLElement, selector: string) => page.querySelector<HTMLElement>(selector)

/** Shows a text at its place, which is hidden if the text is empty. */
function showStatus(page: HTMLElement, selector: string, text: string): void {
  const place = part(page, selector)
  if (!place) return
  say(place, text)
  place.hidden = text === ''
}

function hide(page: HTMLElement, selector: string, isHidden: boolean): void {
  const place = part(page, selector)
  if (place) place.hidden = isHidden
}

/** Shows the current state of a waiting room. */
export function show(room: Room): void {
  const { page, queue, mine } = room
  const { title, text } = shownState(room)
  page.dataset['turn'] = `${isTurn(room)}`
  // Changes that come by themselves are read out.
  if (part(page, '#standing')?.textContent !== title) say(part(page, '#aloud'), title)
  say(part(page, '#standing'), title)
  say(part(page, '#told'), text)
  showStatus(page, '#number', mine ? words.number(mine.serves + 1) : '')
  const isGathering = queue.status === 'open'
  say(part(page, '#entered'), isGathering ? words.entered(queue.entered) : '')
  hide(page, '#root', queue.status !== 'drawing')
  say(part(page, '#root code'), queue.draw?.root ?? '')
  showLine(room)
  showActions(room)
  showGroup(room)
  showMoved(room)
  tick(room)
}

function shownState(room: Room): { title: string; text: string } {
  const { queue, mine, zone, hasAccount } = room
  const standing = standingOf(queue, zone)
  if (room.order !== undefined) return { title: words.used, text: words.usedText }
  if (isTurn(room)) return { title: words.turn, text: words.turnText }
  if (!mine) {
    const text = hasAccount ? standing.text : `${standing.text} ${words.account}`
    return { ...standing, text }
  }
  if (queue.status === 'drawing') {
    return {
      ...standing,
      text: `${standing.text} ${isLate(room) ? words.lateText : words.drawnText}`,
    }
  }
  if (queue.status !== 'serving') return { title: words.in, text: words.inText }
  const stands = queue.per_minute === 0 ? words.standsStillText : words.waitText
  return { title: words.inLine, text: isLate(room) ? `${words.lateText} ${stands}` : stands }
}

const isLate = ({ queue: { draw }, mine }: Room) =>
  mine !== undefined && draw !== null && mine.serves >= draw.entries

/** The fan's place, the number of people before it, and the approximate wait. */
function showLine(room: Room): void {
  const { page, queue, place } = room
  const isWaiting = place !== undefined && !isTurn(room)
  hide(page, '#line', !isWaiting)
  hide(page, '#progress', !isWaiting)
  if (!isWaiting) return
  const wait = waitOf(room)
  const facts = {
    place: count(place + 1),
    ahead: words.people(place - queue.serving),
    pace: count(queue.per_minute),
    wait: wait === undefined ? words.standsStill : words.about(spanOf(wait)),
  }
  for (const [name, text] of Object.entries(facts)) {
    say(part(page, `[data-fact="${name}"]`), text)
  }
  const bar = page.querySelector<HTMLProgressElement>('#progress')
  if (bar) Object.assign(bar, { max: place + 1, value: queue.serving })
}

function showActions(room: Room): void {
  const { page, queue, mine, hasAccount, order, isRehearsal } = room
  const link = page.querySelector<HTMLAnchorElement>('#sign-in')
  // An invitation is included, and sent to no server.
  if (link) link.hash = location.hash
  const used = page.querySelector<HTMLAnchorElement>('#used')
  if (used) used.href = `/checkout?order=${order}`
  hide(page, '#used', order === undefined)
  hide(page, '#buy', !isTurn(room) || order !== undefined)
  hide(page, '#enter', mine !== undefined || !hasAccount || queue.status === 'announced')
  hide(page, '#sign-in', hasAccount)
  hide(page, '#sound', !mine || isTurn(room))
  hide(page, '#proof', queue.draw === null || isRehearsal)
  if (mine) hide(page, '#confirm', true)
}

/** Shows that the draw was moved, or that another queue replaced the fan's. */
function showMoved({ page, festival, queue, zone, mine, isAsked, isRehearsal }: Room): void {
  if (isRehearsal) return
  const before = movedFrom(festival)
  const held = ownNumberAt(festival)
  const isAnew = held !== undefined && held.queue !== queue.id && isAsked && !mine
  const texts = [
    isAnew && words.anew,
    before !== undefined &&
      words.moved(namedMoment(before, zone), namedMoment(queue.draw_at, zone)),
  ]
  const text = texts.filter(Boolean).join(' ')
  say(part(page, '#moved p'), text)
  hide(page, '#moved', text === '')
  say(part(page, '#draw-at'), namedMoment(queue.draw_at, zone))
}

/** Reports changes against the rules, as loudly as a page can. */
export function shout(page: HTMLElement, changes: Change[]): void {
  const place = part(page, '#loud')
  if (!place || changes.length === 0) return
  const texts = changes.map(({ what, before, now }) => words.changed[what](before, now))
  if (place.textContent?.includes(texts[0] ?? '')) return
  place.replaceChildren(
    make('h2', words.changedTitle),
    ...[...texts, words.changedAdvice].map((text) => make('p', text)),
  )
  place.hidden = false
}

/** Shows the time until the next phase. */
export function tick({ page, queue }: Room): void {
  const { status, opens_at, draw_at, round_at } = queue
  const left = (time: string) => Date.parse(time) - serverNow().getTime()
  const texts = {
    announced: () => words.opensIn(spanOf(left(opens_at))),
    open: () => words.drawIn(spanOf(left(draw_at))),
    drawing: () =>
      round_at !== null && left(round_at) > 0
        ? words.drawnIn(spanOf(left(round_at)))
        : words.drawnSoon,
    serving: () => '',
  }
  showStatus(page, '#clock', texts[status]())
}
