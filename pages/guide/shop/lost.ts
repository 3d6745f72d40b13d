import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { requestSignInCode } from './fan.ts'
import { checkEmailIn, digitsIn, faultOf, onSubmit } from './forms.ts'
import { messageOf, say } from './parts.ts'
import { signInOr, signInWithFactor } from './second-factor.ts'

const steps = ['lost-ask', 'lost-code', 'factor'] as const

/** "Lost your ticket?" on `/tickets`: mails a code to an e-mail, and shows the purchases made with it. */
export function findLost(page: HTMLElement): void {
  const place = page.querySelector<HTMLElement>('#lost')
  if (!place) return
  const [ask, code, factor] = steps.map((id) => partOf(place, id))
  if (!ask || !code || !factor) return
  const show = (step: (typeof steps)[number]) => {
    for (const part of [ask, code, factor]) part.form.hidden = part.form.id !== step
    place.querySelector<HTMLInputElement>(`#${step} input`)?.focus()
  }
  let requestId: string | undefined
  const email = () => ask.field.value.trim()
  onSubmit(ask, words.signInRefused, async () => {
    if (!checkEmailIn(ask.field, words.needsEmail)) return
    requestId = await requestSignInCode(email(), requestId)
    show('lost-code')
    say(place.querySelector('#lost-sent'), words.codeSent(email()))
  })
  onSubmit(code, words.signInRefused, async () => {
    const digits = digitsIn(code.field)
    if (digits === undefined) return
    const given = { email: email(), code: digits, request_id: requestId, guest: true }
    try {
      if (await signInOr({ given, by: '/code' }, () => show('factor'))) showTickets()
    } catch (error) {
      if (!(error instanceof FestivalError) || ![401, 404].includes(error.status)) throw error
      const isWrong = error.status === 401
      messageOf(code.field, faultOf(code.field), isWrong ? words.wrongDigits : words.lostNothing)
    }
  })
  onSubmit(factor, words.signInRefused, async () => {
    if (await signInWithFactor(factor.field)) showTickets()
  })
  for (const back of place.querySelectorAll('[data-back]')) {
    back.addEventListener('click', () => show('lost-ask'))
  }
}

/** Leads to `/tickets` without the e-mail in the address, which is no longer needed. */
const showTickets = () => location.replace('/tickets')

function partOf(place: HTMLElement, id: string) {
  const form = place.querySelector<HTMLFormElement>(`#${id}`)
  const field = form?.querySelector('input')
  return form && field && { form, field, fault: place.querySelector<HTMLElement>(`#${id}-fault`) }
}
