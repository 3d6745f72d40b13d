import { FestivalError } from '../../client/src/error.ts'
import type { FestivalClient } from '../../client/src/index.ts'
import { methodsOn } from '../../client/src/methods.ts'
import { ClientTokens, Wire } from '../../client/src/wire.ts'
import { setTokens } from './tokens.ts'

type Who = { name: string; role: string; signOut: () => Promise<unknown> }

/** The operations of signing in: all those of the client would be most of the script. */
const operations = {
  auth: {
    client: ['POST /auth/client', 'body'],
    user: ['POST /auth/user', 'body'],
    logout: ['POST /auth/logout'],
  },
  me: { get: ['GET /users/i'] },
} as const
type SignInClient = {
  [Group in keyof typeof operations]: Pick<
    FestivalClient[Group],
    keyof (typeof operations)[Group] & keyof FestivalClient[Group]
  >
}

function clientWith(clientToken?: string, userToken?: string): SignInClient {
  const settings = { baseUrl: location.origin, clientToken }
  const wire = new Wire(settings, new ClientTokens(settings), userToken)
  return methodsOn<SignInClient>(wire, operations)
}

/** The box that signs in an application and a person at once, and the button that signs out. */
export function offerSignIn(): void {
  let who: Who | null = null
  element('form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy()) return
    const entered = async () => {
      who = await enter()
      // The box would cover the part of the page that the user came to try.
      element('sign-in', HTMLElement).hidePopover()
      show(who)
    }
    void entered()
      .catch(explain)
      .finally(() => setBusy(false))
  })
  element('sign-out', HTMLButtonElement).addEventListener('click', () => {
    setTokens({ client: null, user: null })
    // The tokens are forgotten here even if the service does not answer.
    void who?.signOut().catch(() => {})
    show(null)
  })
  void fillDemoIn()
}

async function enter(): Promise<Who> {
  setBusy(true)
  say('')
  const { who, ...given } = await signIn()
  setTokens(given)
  element('password', HTMLInputElement).value = ''
  return who
}

/** Exchanges the credentials for tokens. Without an e-mail only the application signs in. */
async function signIn() {
  const credentials = {
    client_id: field('client-id'),
    // A publishable client has none, and an empty one would be refused.
    client_secret: field('client-secret') || undefined,
  }
  const { token: client } = await clientWith().auth.client(credentials)
  if (field('email') === '') {
    const who = { name: credentials.client_id, role: 'application', signOut: async () => {} }
    return { client, user: null, who }
  }
  const password = element('password', HTMLInputElement).value
  const { token: user } = await clientWith(client).auth.user({ email: field('email'), password })
  const festival = clientWith(client, user)
  const { firstName, lastName, roles } = await festival.me.get()
  const held = new Set(roles.map(({ id }) => id))
  const role = ['admin', 'organizer', 'gate'].find((known) => held.has(known))
  const who = {
    name: `${firstName} ${lastName}`,
    role: role ?? 'attender',
    signOut: () => festival.auth.logout(),
  }
  return { client, user, who }
}

const field = (id: string) => element(id, HTMLInputElement).value.trim()

function show(who: Who | null): void {
  const place = element('who', HTMLElement)
  place.replaceChildren(...(who ? [labelled('person', who.name), labelled('role', who.role)] : []))
  const [open, out] = [element('open', HTMLButtonElement), element('sign-out', HTMLButtonElement)]
  open.hidden = who !== null
  out.hidden = who === null
  const next = who ? out : open
  next.focus()
}

function labelled(name: string, text: string): HTMLElement {
  const span = document.createElement('span')
  span.className = name
  span.textContent = text
  span.title = text
  return span
}

/** In development, the service knows a client that this machine may use. */
async function fillDemoIn(): Promise<void> {
  const answer = await fetch('/docs/demo-client').catch(() => undefined)
  if (!answer?.ok) return
  const { client_id, client_secret } = await answer.json()
  if (!client_id || !client_secret || field('client-id') !== '' || field('client-secret') !== '') {
    return
  }
  element('client-id', HTMLInputElement).value = client_id
  element('client-secret', HTMLInputElement).value = client_secret
  element('demo', HTMLElement).hidden = false
}

const isBusy = () => element('enter', HTMLButtonElement).ariaDisabled === 'true'

/** A disabled button loses the focus, so this one is only marked as disabled. */
function setBusy(busy: boolean): void {
  const button = element('enter', HTMLButtonElement)
  button.ariaDisabled = `${busy}`
  button.textContent = busy ? 'Signing in …' : 'Sign in'
}

function explain(error: unknown): void {
  say(error instanceof FestivalError ? `${error.message}.` : 'Something went wrong. Try again.')
}

function say(sentence: string): void {
  element('fault', HTMLElement).textContent = sentence
}

function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`)
  return found
}
