import { words } from '#common/words/me-words'
import { FestivalError } from '../../../client/src/error.ts'
import { newKey } from '../../shared/new-key.ts'
import { api, asFan } from '../shop/fan.ts'
import { faultOf, onSubmit } from '../shop/forms.ts'
import { messageOf, say } from '../shop/parts.ts'

/** Codes of challenges, typed or from the link of a card. */
export function claimCodes(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('#claim')
  const field = form?.querySelector('input')
  if (!form || !field) return
  const fault = page.querySelector<HTMLElement>('#claim-fault')
  // A claim without an answer is sent again as the same one.
  let attempt = { code: '', idempotencyKey: '' }
  onSubmit({ form, fault }, words.challenges, async () => {
    const code = field.value.trim()
    say(page.querySelector('#claimed'), '')
    if (code === '') return messageOf(field, faultOf(field), words.needsCode)
    if (attempt.code !== code) attempt = { code, idempotencyKey: newKey() }
    try {
      const options = { idempotencyKey: attempt.idempotencyKey }
      const { points_awarded } = await asFan(() => api.rewards.claim(code, options))
      say(page.querySelector('#claimed'), words.claimed(points_awarded))
      field.value = ''
    } catch (error) {
      if (!(error instanceof FestivalError) || ![400, 404].includes(error.status)) throw error
      return messageOf(field, faultOf(field), words.wrongCode)
    }
    const { balance } = await asFan(() => api.rewards.points())
    say(page.querySelector('#points'), words.points(balance))
  })
}

/** Puts the code of a card's link into the form: one tap collects its points. */
export function offerCode(page: HTMLElement, code: string): void {
  const form = page.querySelector<HTMLFormElement>('#claim')
  const field = form?.querySelector('input')
  if (!form || !field) return
  field.value = code
  form.scrollIntoView({ block: 'center' })
  form.querySelector('button')?.focus()
}
