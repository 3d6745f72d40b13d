import type { CheckName, Finding } from '#common/draw/check-draw'
import { count, proofWords as words } from '#common/words/queue-words'
import type { QueuePlace, QueueProof } from '../../../client/src/types.ts'
import { make } from '../me/dialog.ts'
import { say } from '../shop/parts.ts'
import type { Checked } from './check.worker.ts'

type Result = Checked & { proof: QueueProof; mine?: QueuePlace; seconds: number }
/** The result of a check: it holds, does not, or cannot be determined. */
type Mark = 'ok' | 'bad' | 'open'

const signs: Record<Mark, string> = { ok: '✓', bad: '✗', open: '–' }
/** The checks of the entries, possible before the order is known. */
const ofEntries = new Set<CheckName>(['entries', 'root', 'receipt', 'listed'])
const ofOwn = new Set<CheckName>(['receipt', 'listed'])

/** Shows which checks of a draw hold, and the place of the fan's own entry. */
export function showChecked(page: HTMLElement, result: Result): void {
  const { findings, proof, seconds } = result
  const marks = findings
    .filter(({ check }) => proof.draw.seed !== null || ofEntries.has(check))
    .map((finding) => ({ ...finding, mark: markOf(finding, proof) }))
  const { title, text } = verdictOf(
    proof,
    marks.map(({ mark }) => mark),
  )
  page.querySelector('#progress')?.toggleAttribute('hidden', true)
  say(page.querySelector('#standing'), title)
  say(page.querySelector('#told'), text)
  say(page.querySelector('#said'), words.done(seconds, proof.draw.entries))
  const rows = (isOwn: boolean) =>
    marks.filter(({ check }) => ofOwn.has(check) === isOwn).map((one) => row(one, proof))
  page.querySelector('#checks')?.replaceChildren(...rows(false))
  showOwn(page, result, rows(true))
  showOrder(page, result)
  page.querySelector<HTMLElement>('#standing')?.focus()
}

/** Unproven chance is another matter than changed data. */
function markOf({ check, ok }: Finding, { source, draw }: QueueProof): Mark {
  const isOpen = check === 'fixed_before' && (source === 'organizer' || draw.proven === false)
  return isOpen ? 'open' : ok ? 'ok' : 'bad'
}

function verdictOf({ draw }: QueueProof, marks: Mark[]): { title: string; text: string } {
  if (marks.includes('bad')) return { title: words.wrong, text: words.wrongText }
  if (draw.seed === null) return { title: words.notDrawn, text: words.lead }
  const title = marks.includes('open') ? words.half : words.right
  return { title, text: words.rightText }
}

function row({ check, mark }: Finding & { mark: Mark }, { source }: QueueProof): HTMLElement {
  const item = make('li', '')
  item.dataset['check'] = check
  item.dataset['ok'] = mark
  const sign = make('span', signs[mark])
  sign.className = 'mark'
  sign.ariaHidden = 'true'
  const why = source === 'organizer' ? words.organizer : words.missed
  const text = make('span', '')
  text.append(make('strong', `${words[mark]}: `), mark === 'open' ? why : words.checks[check])
  item.append(sign, text)
  return item
}

function showOwn(page: HTMLElement, { mine, place, proof }: Result, rows: HTMLElement[]): void {
  const own = page.querySelector<HTMLElement>('#own')
  if (!own) return
  const hasAccount = document.querySelector('meta[data-account]') !== null
  own.hidden = false
  own.querySelector('#sign-in')?.toggleAttribute('hidden', hasAccount)
  own.querySelector('.checks')?.replaceChildren(...rows)
  const { entries } = proof.draw
  const stands =
    place === null ? '' : place < entries ? words.place(place + 1, entries) : words.late(place + 1)
  say(own.querySelector('.text'), mine ? stands : hasAccount ? words.ownNone : '')
}

function showOrder(page: HTMLElement, { first }: Result): void {
  const order = page.querySelector<HTMLElement>('#order')
  if (!order || first.length === 0) return
  order.hidden = false
  say(order.querySelector('span'), first.map((number) => count(number + 1)).join(' · '))
}
