import { FestivalError } from '../../../client/src/error.ts'
import { words } from '../../../src/web/shop-words.ts'
import { api, asFan } from './fan.ts'
import { addressOf, holdWithVoucher } from './order.ts'
import { type Parts, sayOf } from './parts.ts'

/** The form for a voucher. With one, the order is another one, and the page shows it anew. */
export function takeVoucher(parts: Parts): void {
  const form = parts.voucher?.querySelector('form')
  const field = form?.querySelector('input')
  const button = form?.querySelector('button')
  if (!form || !field || !button) return
  const fault = form.querySelector<HTMLElement>('.fault')
  const apply = async () => {
    const code = field.value.trim()
    if (code === '' || button.disabled || parts.state.order === undefined) return
    button.disabled = true
    try {
      await useVoucher(parts, code)
    } catch (error) {
      button.disabled = false
      sayOf(field, fault, wordsOf(error))
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void apply()
  })
}

async function useVoucher({ state, lines }: Parts, code: string): Promise<void> {
  const { items } = await asFan(() => api.vouchers.check(state.festival, { code }))
  const wanted = new Set(
    [...lines.querySelectorAll<HTMLElement>('[data-line]')].map((line) => line.dataset['line']),
  )
  if (!items.some(({ entity_id }) => wanted.has(entity_id))) {
    throw new FestivalError({ status: 409, code: 'voucher_not_applicable', message: '' })
  }
  const { id } = await holdWithVoucher(state, code)
  location.replace(addressOf(state, id))
}

function wordsOf(error: unknown): string {
  if (!(error instanceof FestivalError)) throw error
  if (error.status === 0) return words.offline
  const isMalformed = error.status === 400
  return words.vouchers[isMalformed ? 'voucher_unknown' : (error.code ?? '')] ?? words.wrong
}
