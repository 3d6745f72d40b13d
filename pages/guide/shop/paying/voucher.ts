import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../../client/src/error.ts'
import { allowSubmit } from '../allow-submit.ts'
import { addressOf, useVoucher } from '../order.ts'
import { messageOf, type Parts, say } from '../parts.ts'

/** The form for a voucher, or the button that removes the current one. The order stays held. */
export function applyVoucher(parts: Parts): void {
  const { voucher: place, page } = parts
  const form = place?.querySelector('form')
  const field = form?.querySelector('input')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const code = field?.value.trim()
    if (code) void change(parts, code)
  })
  if (form) allowSubmit(form)
  page.querySelector('#no-voucher')?.addEventListener('click', () => void change(parts, null))
}

/** Sets another voucher, or none, and shows the order again. */
export async function change(parts: Parts, code: string | null): Promise<void> {
  const { state, page } = parts
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('#voucher button, #no-voucher')]
  if (state.order === undefined || buttons.some(({ disabled }) => disabled)) return
  for (const button of buttons) button.disabled = true
  try {
    await useVoucher(state.order, code)
    showAnew(parts)
  } catch (error) {
    for (const button of buttons) button.disabled = false
    if (!(error instanceof FestivalError)) throw error
    // The order has changed, in another tab or by itself.
    if (['in_progress', 'not_open', 'expired'].includes(error.code ?? '')) return showAnew(parts)
    showStatus(parts, { code, text: wordsOf(error) })
  }
}

export function showAnew({ state }: Parts): void {
  location.replace(addressOf(state, `${state.order}`))
}

/** Shows a refusal at the form, or, if it has no field, below the sum. */
function showStatus(
  { voucher, page }: Parts,
  { code, text }: { code: string | null; text: string },
) {
  const field = voucher?.querySelector('input')
  if (!voucher || !field) return say(page.querySelector('#sum-fault'), text)
  voucher.open = true
  field.value = code ?? ''
  messageOf(field, voucher.querySelector<HTMLElement>('.fault'), text)
}

export function wordsOf({ status, code = '' }: FestivalError): string {
  if (status === 0) return words.offline
  if (status === 404) return words.vouchers['opens'] ?? words.wrong
  return words.vouchers[status === 400 ? 'voucher_unknown' : code] ?? words.wrong
}
