/** The page of the box office. */
import { changesReady } from '#platform/zones/zone-changes'
import { tillWire } from '../shared/client.ts'
import {
  BadToken,
  fetchSession,
  type StoredDevice,
  setUpToken,
  takeToken,
} from '../shared/device-session.ts'
import { HandScanner } from '../shared/hand-scanner.ts'
import { offerToInstall, warnWithoutHttps } from '../shared/install.ts'
import { box, button, input, notice, part, say, show } from '../shared/page.ts'
import { Service } from '../shared/service.ts'
import { cachePage } from '../shared/version.ts'
import { scannedPayment } from './book-controls.ts'
import { Calls } from './calls.ts'
import { showChange, wire } from './controls.ts'
import { euros, toCents } from './money.ts'
import { draw, fillBooks } from './show.ts'
import { Store } from './store.ts'
import { startSync } from './sync.ts'
import { Till } from './till.ts'
import { booksOf, differenceOf } from './words.ts'

const page = '/box-office'
const badToken = 'This link is no longer valid. Ask a manager of the festival to open a shift.'
const noNetwork = 'The service cannot be reached, and a till needs it to be set up. Try again.'
const elsewhere = 'Sales of the shift before are not reported yet. Open its link again first.'

let till: Till | undefined
let together: ReturnType<typeof startSync> | undefined

const tokenIn = (text: string) => setUpToken(text, 'fst_till')
// Runs first, because the address holds a secret and is visible.
const token = takeToken(tokenIn)
offerToInstall()
warnWithoutHttps('it does not work offline.')
try {
  await changesReady
  // A second tab of the till waits: two tabs would overwrite each other's data.
  notice('tabs', 'The box office is open in another tab. Close that one first.')
  const store = await Store.open()
  await new Promise<void>((resolve) => {
    if (!navigator.locks) return resolve()
    void navigator.locks.request('box-office', () => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  notice('tabs', null)
  await begin(store)
} catch {
  notice(
    'storage',
    'This browser stores no data, so it cannot be a till. Leave the private window.',
  )
}

async function begin(store: Store): Promise<void> {
  wire(() => till)
  showChange(() => till)
  wireSetUp(store)
  wireScanner(store)
  const given = token ?? takeToken(tokenIn)
  const known = await store.kept<StoredDevice>('device')
  if (known) await open(store, known)
  if (given !== undefined) await enter(store, given)
  else if (!known) await wait(store)
  if (!('serviceWorker' in navigator)) return
  const onNewer = (work: () => void) =>
    notice('newer', 'A newer version of this page is ready.', { name: 'Update', work })
  const isIdle = () =>
    !till || (till.stage.step === 'choose' && till.lines.length === 0 && !till.attempt)
  await cachePage(page, isIdle, onNewer).catch(() => {
    notice(
      'kept',
      'This page could not be saved on the device: without a network it will not open.',
    )
  })
}

function wireSetUp(store: Store): void {
  part('setup-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const found = tokenIn(input('token').value)
    input('token').value = ''
    if (found) void enter(store, found)
    else say('setup-fault', 'This is not a token: tokens begin with fst_till_.')
  })
  window.addEventListener('hashchange', () => {
    const found = takeToken(tokenIn)
    if (found) void enter(store, found)
  })
  window.addEventListener('online', () => void together?.now())
  window.addEventListener('offline', () => {
    if (till) till.service.isOnline = false
  })
  button('closed-done').addEventListener('click', () => {
    show('closed', false)
    void wait(store)
  })
}

/** Takes the scans of a hand scanner: the token of a shift, or a ticket to refund. */
function wireScanner(store: Store): void {
  const isCode = (text: string) => (till ? scannedPayment(text) : tokenIn(text)) !== undefined
  const take = ([text = '']: string[]): void => {
    if (!till) {
      void enter(store, tokenIn(text) ?? '')
      return
    }
    // A question that waits for its answer covers the page.
    if (till.attempt) return
    till.turn('refund')
    input('refund-code').value = scannedPayment(text) ?? ''
    say('refund-fault', '')
    input('refund-why').focus()
  }
  // oxlint-disable-next-line no-new -- it listens to the keys
  new HandScanner({ fields: [input('token')], isCode, take })
}

/** Sets this page up as the till of a shift. */
async function enter(store: Store, found: string): Promise<void> {
  try {
    const device = await fetchSession(page, 'POST', { token: found })
    if (!device) throw new BadToken()
    if (!(await become(store, device))) return notice('fault', elsewhere)
    await open(store, device)
  } catch (error) {
    const why = error instanceof BadToken ? badToken : noNetwork
    if (till) return notice('fault', why)
    await wait(store)
    say('setup-fault', why)
  }
}

/** Stores the shift, and removes an earlier one; returns false while that one has sales to report. */
async function become(store: Store, device: StoredDevice): Promise<boolean> {
  const before = await store.kept<StoredDevice>('device')
  if (before?.id !== device.id) {
    const leases = await store.read('leases')
    if (leases.some(({ unsent }) => unsent.length > 0)) return false
    await forget(store)
  }
  await store.keep('device', device)
  // Otherwise the browser may delete the data when it runs out of space.
  void navigator.storage?.persist?.()
  return true
}

async function open(store: Store, device: StoredDevice): Promise<void> {
  together?.stop()
  const service = new Service((send) => tillWire(() => device.session, send), {
    onLine: () => one.draw(),
    onEnded: () => void end(store, device),
  })
  const one: Till = new Till({
    store,
    device,
    service,
    calls: new Calls(service, device),
    draw: () => {
      if (till !== one) return
      if (one.shift?.closed_at) void closed(store, one)
      else draw(one)
    },
  })
  till = one
  await one.load()
  together = startSync(one)
  one.meet = together.now
  void together.now()
}

/** The shift is closed: shows its books once more, and removes it. */
async function closed(store: Store, { shift, device }: Till): Promise<void> {
  stop()
  await forget(store)
  await fetchSession(page, 'DELETE', { key: device.session }).catch(() => undefined)
  if (!shift) return wait(store)
  const difference = toCents(shift.difference ?? 0)
  const counted: [string, string] = ['Counted', euros(toCents(shift.counted ?? 0))]
  fillBooks('closed-books', [...booksOf(shift), counted, ['Difference', differenceOf(difference)]])
  show('closed', true)
  box('closed-title').focus()
}

/**
 * Ends the page: a manager closed the shift, and the token is no longer valid. Unreported sales stay stored. While this
 * till closes its shift, another request may get the 401 first; the answer to the closing has the books.
 */
async function end(store: Store, device: StoredDevice): Promise<void> {
  if (till?.device !== device || till.attempt?.kind === 'close') return
  const { unsent } = till
  stop()
  if (unsent === 0) await forget(store)
  else await store.change((desk) => desk.drop('kept', 'device'))
  await wait(store)
  const lost = `${unsent} sales were not reported: tell the manager before this device is used again.`
  say('setup-why', unsent === 0 ? 'This shift has ended.' : `This shift has ended. ${lost}`)
}

function stop(): void {
  till = undefined
  together?.stop()
  part('asking', HTMLDialogElement).close()
  for (const id of ['views', 'line', 'sell', 'last', 'refund', 'shift', 'leases']) show(id, false)
}

function forget(store: Store): Promise<void> {
  return store.change((desk) => {
    for (const table of ['kept', 'sales', 'leases'] as const) desk.clear(table)
  })
}

/** Waits for the set-up. */
async function wait(store: Store): Promise<void> {
  const device = await fetchSession(page, 'GET').catch(() => undefined)
  if (device) {
    await store.keep('device', device)
    return open(store, device)
  }
  show('setup', true)
}
