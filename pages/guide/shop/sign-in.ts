import { FestivalError } from '../../../client/src/error.ts'
import { words } from '../../../src/web/shop-words.ts'
import { api, askForCode, signIn } from './fan.ts'
import { checkEmailIn, faultOf, onSubmit, textOf } from './forms.ts'
import { say, sayOf } from './parts.ts'

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
    names: page.querySelector<HTMLElement>('#names'),
    // What follows the `#`, such as the code of a card, goes along: it is sent to no server.
    next: `${page.dataset['next'] ?? '/tickets'}${location.hash}`,
  }
}

const refused = words.signInRefused

/** `/sign-in`: an e-mail, and then six digits from a mail or a password. */
export function signInHere(page: HTMLElement): void {
  const parts = partsOf(page)
  const { ask, code, password } = parts
  onSubmit(ask, refused, () => mailCode(parts))
  onSubmit(code, refused, () => enterByCode(parts))
  onSubmit(password, refused, () => enterByPassword(parts))
  page.querySelector('#by-password')?.addEventListener('click', () => {
    if (checkEmail(parts)) showStep(parts, 'password')
  })
  page.querySelector('#forgot')?.addEventListener('click', () => void mailReset(parts, page))
  for (const back of page.querySelectorAll('[data-back]')) {
    back.addEventListener('click', () => showStep(parts, 'ask'))
  }
  say(page.querySelector('#for'), '')
}

const checkEmail = ({ ask: { field } }: Parts) => checkEmailIn(field, words.needsEmail)

const emailIn = ({ ask }: Parts) => ask.field.value.trim()

function showStep(parts: Parts, step: 'ask' | 'code' | 'password'): void {
  for (const name of ['ask', 'code', 'password'] as const) parts[name].form.hidden = name !== step
  say(document.querySelector('#for'), emailIn(parts))
  parts[step].field.focus()
}

async function mailCode(parts: Parts): Promise<void> {
  if (!checkEmail(parts)) return
  await askForCode(emailIn(parts))
  showStep(parts, 'code')
  say(document.querySelector('#sent'), words.codeSent(emailIn(parts)))
}

async function enterByCode(parts: Parts): Promise<void> {
  const { code, names, next } = parts
  const digits = code.field.value.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return sayOf(code.field, faultOf(code.field), words.badDigits)
  try {
    await signIn({ email: emailIn(parts), code: digits, ...namesIn(names) }, '/code')
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    if (error.status === 401) return sayOf(code.field, faultOf(code.field), words.wrongDigits)
    if (error.status !== 400 || !names) throw error
    return askForNames(names, code.fault)
  }
  await goOn(next)
}

function namesIn(names: HTMLElement | null) {
  const [first, last] = [...(names?.querySelectorAll('input') ?? [])].map(({ value }) =>
    value.trim(),
  )
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) }
}

/** There is no account with the e-mail yet: the same code makes one, with names. */
function askForNames(names: HTMLElement, fault: HTMLElement | null): void {
  if (!names.hidden) say(fault, words.needsNames)
  names.hidden = false
  names.querySelector('input')?.focus()
}

async function enterByPassword(parts: Parts): Promise<void> {
  const { field } = parts.password
  try {
    await signIn({ email: emailIn(parts), password: field.value })
  } catch (error) {
    if (!(error instanceof FestivalError) || error.status !== 401) throw error
    return sayOf(field, faultOf(field), words.wrongPassword)
  }
  await goOn(parts.next)
}

/** What this browser keeps joins the account. What fails is tried again on the pages that show it. */
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
    say(fault, textOf(error, refused))
  }
}
