import { plainCode } from '#common/codes/typed-code'
import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { signIn } from './fan.ts'
import { faultOf } from './forms.ts'
import { messageOf, say } from './parts.ts'

type Attempt = { given: object; by: '' | '/code' }

/** The correct attempt that lacks a second factor. */
let lacking: Attempt | undefined

/** Signs in; returns false if a second factor is missing, for which `ask` shows the form. */
export async function signInOr(attempt: Attempt, ask: () => void): Promise<boolean> {
  try {
    await signIn(attempt.given, attempt.by)
    return true
  } catch (error) {
    if (!(error instanceof FestivalError) || error.code !== 'second_factor_required') throw error
    lacking = attempt
    const { enrolled } = error.body as { enrolled?: boolean }
    say(document.querySelector('#factor-text'), enrolled ? words.factorText : words.noFactor)
    document.querySelector<HTMLElement>('#factor-ask')?.toggleAttribute('hidden', !enrolled)
    ask()
    return false
  }
}

/** Signs in with the missing second factor; returns false if it is wrong, which is shown. */
export async function signInWithFactor(field: HTMLInputElement): Promise<boolean> {
  if (!lacking) return false
  const { given, by } = lacking
  const code = plainCode(field.value)
  try {
    await signIn({ ...given, [by === '/code' ? 'second_factor' : 'code']: code }, by)
    return true
  } catch (error) {
    if (!(error instanceof FestivalError) || ![400, 401].includes(error.status)) throw error
    messageOf(field, faultOf(field), words.wrongFactor)
    return false
  }
}
