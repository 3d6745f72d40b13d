import { plainCode } from '#common/codes/typed-code'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { allowSubmit } from './allow-submit.ts'
import { isEmail, messageOf, say } from './parts.ts'

type Form = { form: HTMLFormElement; fault: HTMLElement | null }
/** The texts of refusals, by their codes. */
type Refused = Record<string, string>

/** Submits a form once at a time, and shows a refusal in it. */
export function onSubmit({ form, fault }: Form, refused: Refused, act: () => Promise<void>): void {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const send = async () => {
    if (button) button.disabled = true
    say(fault, '')
    for (const field of form.querySelectorAll('input')) messageOf(field, faultOf(field), '')
    try {
      await act()
    } catch (error) {
      if (!(error instanceof FestivalError)) throw error
      say(fault, textOf(error, refused))
    } finally {
      if (button) button.disabled = false
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button?.disabled) void send()
  })
  allowSubmit(form)
}

export function textOf({ status, code }: FestivalError, refused: Refused): string {
  return status === 0 ? words.offline : (refused[code ?? ''] ?? words.wrong)
}

/** Returns the element that shows the fault of a field. */
export const faultOf = ({ id }: HTMLInputElement) =>
  document.querySelector<HTMLElement>(`#${id}-fault`)

/** Returns the six digits in a field; undefined if there are none, which is shown at the field. */
export function digitsIn(field: HTMLInputElement): string | undefined {
  const digits = plainCode(field.value)
  if (/^\d{6}$/.test(digits)) return digits
  messageOf(field, faultOf(field), words.badDigits)
  return undefined
}

/** Returns true if a field has a possible e-mail; else shows the fault at the field. */
export function checkEmailIn(field: HTMLInputElement, missing: string): boolean {
  const text = field.value.trim()
  const isGood = isEmail(text)
  messageOf(field, faultOf(field), isGood ? '' : text === '' ? missing : words.badEmail)
  return isGood
}
