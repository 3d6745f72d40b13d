/** Details of a company on the invoices of an order: at the checkout, and later beside the order. */
import { countryOptions } from '#common/words/countries'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../../client/src/error.ts'
import { allowSubmit } from '../allow-submit.ts'
import { api, asFan } from '../fan.ts'
import { textOf } from '../forms.ts'
import { say } from '../parts.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** The name under which the fields of the checkout are stored for the session of the tab. */
const stored = 'festival-billing'

const fieldsIn = (place: Element) =>
  [...place.querySelectorAll<Field>('input, select')].filter(({ name }) => name !== '')

function addCountries(place: Element): void {
  const select = place.querySelector('select')
  if (!select || select.options.length > 1) return
  for (const [code, name] of countryOptions()) select.add(new Option(name, code))
}

/** Fills in what was typed before in this tab, and remembers what is typed. */
export function restoreBilling(page: Element): void {
  const place = page.querySelector<HTMLDetailsElement>('details.billing')
  if (!place) return
  addCountries(place)
  const before = readStored()
  for (const field of fieldsIn(place)) {
    field.value ||= before[field.name] ?? ''
    if (field.value !== '') place.open = true
  }
  place.addEventListener('input', () => {
    try {
      sessionStorage.setItem(stored, JSON.stringify(valuesIn(place)))
    } catch {
      // Storage may be forbidden; then nothing is stored.
    }
  })
}

function readStored(): Record<string, string | null> {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? '{}')
  } catch {
    return {}
  }
}

/** Returns the fields, null where nothing is filled in. */
const valuesIn = (place: Element): Record<string, string | null> =>
  Object.fromEntries(fieldsIn(place).map(({ name, value }) => [name, value.trim() || null]))

/** Stores the details of an order that is about to be paid, if any were given. Returns false if a field is wrong. */
export async function saveBilling(page: Element, order: string): Promise<boolean> {
  const place = page.querySelector<HTMLDetailsElement>('details.billing')
  if (!place) return true
  const isGiven = Object.values(valuesIn(place)).some((value) => value !== null)
  // Fields that were emptied may have been stored by an earlier attempt.
  if (!isGiven && Object.keys(readStored()).length === 0) return true
  return send(place, order)
}

/** Stores the fields, and shows at each what is wrong with it. @throws FestivalError for other refusals */
async function send(place: HTMLDetailsElement, order: string): Promise<boolean> {
  const fields = fieldsIn(place)
  for (const field of fields) showFault(field, '')
  try {
    await asFan(() => api.orders.setBilling(order, valuesIn(place)))
    return true
  } catch (error) {
    if (!(error instanceof FestivalError) || error.status !== 400) throw error
    const faulty = error.fields.flatMap(({ path, code }) => {
      const field = fields.find(({ name }) => name === path)
      if (field) showFault(field, code === 'required' ? words.billing.missing : words.billing.wrong)
      return field ?? []
    })
    if (faulty.length === 0) throw error
    place.open = true
    faulty[0]?.focus()
    return false
  }
}

function showFault(field: Field, text: string): void {
  say(document.getElementById(`${field.id}-fault`), text)
  if (text === '') field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

/** Lets the buyer of a paid order fill in or change the details. */
export function editBilling(place: HTMLDetailsElement): void {
  const form = place.querySelector('form')
  if (!form) return
  const order = place.dataset['order'] ?? ''
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const fault = form.querySelector<HTMLElement>('.fault:not([id])')
  const status = form.querySelector<HTMLElement>('[role=status]')
  const act = async (work: () => Promise<void>) => {
    if (button) button.disabled = true
    say(fault, '')
    say(status, '')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof FestivalError)) throw error
      say(fault, textOf(error, {}))
    } finally {
      allowSubmit(form)
    }
  }
  const read = async () => {
    addCountries(place)
    const details = await asFan(() => api.orders.billing(order))
    for (const field of fieldsIn(place)) field.value = valueOf(details, field.name)
  }
  void act(read)
  place.addEventListener('toggle', () => void (place.open && act(read)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button?.disabled) return
    void act(async () => {
      if (await send(place, order)) say(status, words.billing.saved)
    })
  })
}

const valueOf = (details: object, name: string): string => {
  const value: unknown = Reflect.get(details, name)
  return typeof value === 'string' ? value : ''
}
