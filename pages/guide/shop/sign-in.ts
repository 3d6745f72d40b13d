import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { doAt } from '../me/acts.ts'
import { api, askForOptions, requestSignInCode, signIn } from './fan.ts'
import { checkEmailIn, digitsIn, faultOf, onSubmit, textOf } from './forms.ts'
import { messageOf, say } from './parts.ts'
import { canFillIn, canUsePasskeys, signByPasskey } from './passkey.ts'
import { signInOr, signInWithFactor } from './second-factor.ts'

type Parts = ReturnType<typeof partsOf>

function partsOf(page: HTMLElement) {
  const form = (id: string) => {
    const found = page.querySelector<HTMLFormElement>(`#${id}`)
    const [field] = found?.querySelectorAll('input') ?? []
    if (!found || !field) throw new Error(`The page has no ${id}`)
    return { form: found, field, fault: page.querySelector<HTMLElement>(`#${id}-fault`) }
  }
  return {
    ask: form('ask'),
    code: form('code'),
    password: form('password-form'),
    factor: form('factor'),
    names: page.querySelector<HTMLElement>('#names'),
    /** the id of the latest request for a code */
    requestId: undefined as string | undefined,
    // The fragment, such as the code of a card, is included: it is sent to no server.
    next: `${page.dataset['next'] ?? '/tickets'}${location.hash}`,
  }
}

/** `/sign-in`: an e-mail, and then six digits from a mail or a password. */
export function signInHere(page: HTMLElement): void {
  const parts = partsOf(page)
  const { ask, code, password, factor } = parts
  onSubmit(ask, words.signInRefused, () => mailCode(parts))
  onSubmit(code, words.signInRefused, () => enterByCode(parts))
  onSubmit(password, words.signInRefused, () => enterByPassword(parts))
  onSubmit(factor, words.signInRefused, async () => {
    if (await signInWithFactor(factor.field)) await goOn(parts.next)
  })
  const byPassword = page.querySelector<HTMLButtonElement>('#by-password')
  byPassword?.addEventListener('click', () => {
    if (checkEmail(parts)) showStep(parts, 'password')
  })
  if (byPassword) byPassword.disabled = false
  page.querySelector('#forgot')?.addEventListener('click', () => void mailReset(parts, page))
  for (const back of page.querySelectorAll('[data-back]')) {
    back.addEventListener('click', () => showStep(parts, 'ask'))
  }
  say(page.querySelector('#for'), '')
  offerPasskey(page, parts)
}

/** Offers passkeys if the browser can sign with them; only the browser knows whether it has one. */
function offerPasskey(page: HTMLElement, { next }: Parts): void {
  const place = page.querySelector<HTMLElement>('#passkey')
  const button = place?.querySelector('button')
  if (!place || !button || !canUsePasskeys()) return
  place.hidden = false
  const fault = place.querySelector<HTMLElement>('.fault')
  const enter = async (credential: object) => {
    await signIn({ credential }, '/passkey')
    await goOn(next)
  }
  const filling = new AbortController()
  const act = (how: () => Promise<void>) =>
    doAt(button, { ...words.signInRefused, unauthorized: words.unknownPasskey }, how)
  button.addEventListener('click', () => {
    // A browser asks for one passkey at a time.
    filling.abort()
    void act(async () => {
      const credential = await signByPasskey(await askForOptions())
      if (!credential) return say(fault, words.notByPasskey)
      await enter(credential)
    })
  })
  void fillIn(filling, (credential) => act(() => enter(credential)))
}

/** A challenge is valid for five minutes: after this time, in ms, the browser gets another. */
const refreshed = 4 * 60_000

/** Has the browser offer passkeys at the e-mail field, with its other suggestions, until it is aborted. */
async function fillIn(
  filling: AbortController,
  enter: (credential: object) => Promise<void>,
): Promise<void> {
  if (!(await canFillIn())) return
  while (!filling.signal.aborted) {
    const options = await askForOptions().catch(() => undefined)
    if (!options) return
    const signal = AbortSignal.any([filling.signal, AbortSignal.timeout(refreshed)])
    const credential = await signByPasskey(options, signal)
    if (credential) return enter(credential)
    if (!signal.aborted) return
  }
}

const checkEmail = ({ ask: { field } }: Parts) => checkEmailIn(field, words.needsEmail)

const emailIn = ({ ask }: Parts) => ask.field.value.trim()

function showStep(parts: Parts, step: 'ask' | 'code' | 'password' | 'factor'): void {
  for (const name of ['ask', 'code', 'password', 'factor'] as const)
    parts[name].form.hidden = name !== step
  say(document.querySelector('#for'), emailIn(parts))
  parts[step].field.focus()
}

async function mailCode(parts: Parts): Promise<void> {
  if (!checkEmail(parts)) return
  parts.requestId = await requestSignInCode(emailIn(parts), parts.requestId)
  showStep(parts, 'code')
  say(document.querySelector('#sent'), words.codeSent(emailIn(parts)))
}

async function enterByCode(parts: Parts): Promise<void> {
  const { code, names, next } = parts
  const digits = digitsIn(code.field)
  if (digits === undefined) return
  const { requestId: request_id } = parts
  const given = { email: emailIn(parts), code: digits, request_id, ...namesIn(names) }
  try {
    if (!(await signInOr({ given, by: '/code' }, () => showStep(parts, 'factor')))) return
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    if (error.status === 401) return messageOf(code.field, faultOf(code.field), words.wrongDigits)
    if (error.status !== 400 || !names) throw error
    return askForNames(names, code.fault)
  }
  await goOn(next)
}

function namesIn(names: HTMLElement | null) {
  const [first, last] = [...(names?.querySelectorAll('input') ?? [])].map(({ value }) =>
    value.trim(),
  )
  return first ? { firstName: first, lastName: last ?? '' } : {}
}

/** There is no account with the e-mail yet: the same code creates one, with names. */
function askForNames(names: HTMLElement, fault: HTMLElement | null): void {
  if (!names.hidden) say(fault, words.needsNames)
  names.hidden = false
  names.querySelector('input')?.focus()
}

async function enterByPassword(parts: Parts): Promise<void> {
  const { field } = parts.password
  try {
    const given = { email: emailIn(parts), password: field.value }
    if (!(await signInOr({ given, by: '' }, () => showStep(parts, 'factor')))) return
  } catch (error) {
    if (!(error instanceof FestivalError) || error.status !== 401) throw error
    return messageOf(field, faultOf(field), words.wrongPassword)
  }
  await goOn(parts.next)
}

/** This browser's hearts join the account. Failed ones are tried again on the pages that show them. */
async function goOn(next: string): Promise<void> {
  await import('../mine/merge.ts').then(({ mergeHearts }) => mergeHearts()).catch(() => false)
  location.replace(next)
}

async function mailReset(parts: Parts, page: HTMLElement): Promise<void> {
  const { fault } = parts.password
  try {
    await api.auth.forgotPassword({ email: emailIn(parts) })
    say(fault, '')
    say(page.querySelector('#forgot-sent'), words.resetSent(emailIn(parts)))
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    say(fault, textOf(error, words.signInRefused))
  }
}
