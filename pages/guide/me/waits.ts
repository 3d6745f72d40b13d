import { checkoutWith } from '#common/pages/account-state'
import { namedMoment } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import type { WaitingEntry } from '../../../client/src/types.ts'
import { newKey } from '../../shared/new-key.ts'
import { api, asFan } from '../shop/fan.ts'
import { faultOf } from '../shop/forms.ts'
import { messageOf } from '../shop/parts.ts'
import { confirmInDialog, make } from './dialog.ts'
import { declineOffer, leaveAt } from './waiting.ts'

/** The element of a tier for its waiting list, and the festival. */
type Tier = {
  place: HTMLElement
  id: string
  name: string
  /** the maximum quantity in one order */
  most: number
  festival: string
  zone: string
}

/** Shows at each tier whether the fan waits for it, or is offered it; else lets them join. */
export async function showWaits(page: HTMLElement): Promise<void> {
  const { festival = '', zone = 'UTC' } = page.dataset
  const tiers = [...page.querySelectorAll<HTMLElement>('[data-tier]')].flatMap((row): Tier[] => {
    const stepper = row.querySelector<HTMLElement>('.stepper')
    if (!stepper) return []
    const name = row.querySelector('h3')?.textContent ?? ''
    const most = Number(stepper.dataset['most'])
    return [{ place: placeIn(row), id: row.dataset['tier'] ?? '', name, most, festival, zone }]
  })
  if (tiers.length === 0) return
  const { entries } = await asFan(() => api.waitingList.list({ limit: 100 }))
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  for (const tier of tiers)
    showTier(
      tier,
      open.find(({ entity_id }) => entity_id === tier.id),
    )
}

/** A tier may sell out while the page is open, so its place is created before. */
function placeIn(row: HTMLElement): HTMLElement {
  const known = row.querySelector<HTMLElement>('.wait')
  if (known) return known
  const place = document.createElement('div')
  place.className = 'wait'
  row.append(place)
  return place
}

function showTier(tier: Tier, entry: WaitingEntry | undefined): HTMLElement[] {
  const { place } = tier
  const parts = entry ? ofEntry(tier, entry) : [joinButton(tier)]
  // The fan's entry is shown even if the tier is not sold out.
  place.toggleAttribute('data-mine', entry !== undefined)
  place.replaceChildren(...parts)
  return parts
}

function ofEntry(tier: Tier, entry: WaitingEntry): HTMLElement[] {
  const { id, quantity, status, position, expires_at } = entry
  // Once it has ended, the fan may join again, and the button to join gets the focus.
  const ended = async () => showTier(tier, undefined)[0]?.focus()
  if (status === 'offered') {
    const buy = Object.assign(make('a', words.buyHeld), { href: checkoutWith(entry) })
    buy.className = 'button accent'
    const until = namedMoment(expires_at ?? '', tier.zone)
    return [
      make('p', `${words.held(quantity, tier.name)}. ${words.heldUntil(until)}`),
      actions(
        buy,
        buttonTo(words.dropHeld, () => declineOffer(id, ended)),
      ),
    ]
  }
  const told = Object.assign(make('p', ''), { tabIndex: -1 })
  told.textContent = `${words.inLine(quantity, tier.name)}. ${position === null ? '' : words.position(position)} ${words.weMail}`
  return [told, actions(buttonTo(words.leave, (button) => leaveAt(button, id, ended)))]
}

function actions(...parts: HTMLElement[]): HTMLElement {
  const row = make('div', '')
  row.className = 'actions'
  row.append(...parts)
  return row
}

function buttonTo(text: string, act: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = Object.assign(make('button', text), { type: 'button' })
  button.addEventListener('click', () => act(button))
  return button
}

const joinButton = (tier: Tier) => buttonTo(words.join, () => join(tier))

function join(tier: Tier): void {
  const { most } = tier
  const idempotencyKey = newKey()
  const number = { type: 'number', inputmode: 'numeric', min: '1', max: `${most}`, value: '1' }
  const asked = {
    title: words.joinTitle(tier.name),
    text: [words.joinText],
    button: words.joinButton,
    field: { label: words.quantity, attributes: number },
    refused: words.refused,
  }
  const dialog = confirmInDialog(asked, async (field) => {
    const quantity = Number(field?.value)
    if (!field) return
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > most) {
      return messageOf(field, faultOf(field), words.badQuantity(most))
    }
    const wanted = { entity_id: tier.id, quantity }
    const entry = await asFan(() => api.waitingList.join(tier.festival, wanted, { idempotencyKey }))
    dialog.close()
    showTier(tier, entry)[0]?.focus()
  })
}
