import { spreadPoints } from '#common/money/spread-points'
import { sum } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { messageOf, type Parts, say } from '../parts.ts'
import { paysByTransfer, payText } from './means.ts'

/** The field for points, if the user has some: the amount to pay follows the typed number. */
export function applyPoints(parts: Parts): void {
  const { pointsField: field, page } = parts
  if (!field) return
  field.addEventListener('input', () => readPoints(parts))
  page.querySelector('#points-all')?.addEventListener('click', () => {
    field.value = `${mostOf(parts)}`
    readPoints(parts)
  })
}

/** Shows the cost of the order, with the points that are used. */
export function showSum(parts: Parts): void {
  const { page, units, points, means, outcomes, total, button, card } = parts
  const euros = (cents: { amount_cents: number }[]) =>
    cents.reduce((all, { amount_cents }) => all + amount_cents, 0) / 100
  const [due, left] = [euros(paid(parts, 0)), euros(paid(parts, points))]
  parts.amount = left
  say(total, sum(left))
  say(button, payText(parts))
  if (means) means.hidden = left === 0
  if (outcomes) outcomes.hidden = left === 0 || paysByTransfer(parts)
  if (left > 0) card?.update(left)
  const hint = page.querySelector<HTMLElement>('#points-hint')
  const have = Number(page.querySelector<HTMLElement>('#points')?.dataset['points'])
  if (hint) say(hint, words.pointsHave(have, Math.floor((have * 100) / rateOf(parts)) / 100))
  const line = page.querySelector<HTMLElement>('#points-line')
  if (!line || units.length === 0) return
  line.hidden = points === 0
  say(line.querySelector('dt'), words.pointsUsed(points))
  say(line.querySelector('dd'), `−${sum(Math.round((due - left) * 100) / 100)}`)
}

const rateOf = ({ state }: Parts) => state.pointsPerEuro ?? 100

const paid = (parts: Parts, points: number) =>
  spreadPoints(parts.units, points, rateOf(parts)).units

/** Returns the number of points that can be used, limited by the buyer's points and the value of the units. */
function mostOf(parts: Parts): number {
  const have = Number(parts.page.querySelector<HTMLElement>('#points')?.dataset['points'] ?? 0)
  const { left } = spreadPoints(parts.units, have, rateOf(parts))
  return have - left
}

function readPoints(parts: Parts): void {
  const { pointsField: field } = parts
  if (!field) return
  const text = field.value.trim()
  const given = text === '' ? 0 : Number(text)
  const most = mostOf(parts)
  const isGood = Number.isInteger(given) && given >= 0 && given <= most
  parts.points = isGood ? given : 0
  pointsMessage(parts, isGood ? '' : words.pointsMost(most))
  showSum(parts)
}

/** Returns true if the typed number of points can be used; else shows the fault at the field. */
export function arePointsGood(parts: Parts): boolean {
  if (!parts.pointsField) return true
  readPoints(parts)
  return !parts.pointsField.hasAttribute('aria-invalid')
}

export function pointsMessage({ pointsField: field, page }: Parts, text: string): void {
  if (field) messageOf(field, page.querySelector<HTMLElement>('#points-used-fault'), text)
}
