import type { FestivalError } from '../../client/src/error.ts'
import type { FoundTicket } from '../../client/src/types.ts'
import { gateClient } from '../shared/client.ts'
import { BadToken } from '../shared/device-session.ts'
import { box, input, isInDialog, notice, part, say, show } from '../shared/page.ts'
import { Ended, Service } from '../shared/service.ts'
import { decide, type Gate, offersOf } from './decide.ts'
import { admitByName, findTickets } from './find.ts'
import { claimOf, type Offer } from './judge.ts'
import { Log } from './log.ts'
import { Modes } from './modes.ts'
import { deleteOldQuestions } from './questions.ts'
import { repeats } from './repeats.ts'
import { Scanning } from './scanning.ts'
import { forget, leave, setUp, tokenIn } from './session.ts'
import { showAnswer, showChecking, showLog, showStatus } from './show.ts'
import { sound } from './sound.ts'
import type { Device, Festival, Inside, Scan, Store } from './store.ts'
import { startSync } from './sync.ts'
import { undo } from './undo.ts'

const badToken = 'This code is no longer valid. Create a new one in the console.'
const noNetwork = 'The service cannot be reached, and a device needs it to be set up. Try again.'
/** A message is shown when an answer takes longer than this. */
const atOnce = 150

/** The gate on this page: its device, and one scan after the other. */
export class Attendant {
  readonly log: Log
  readonly scanning: Scanning
  readonly #store: Store
  readonly modes: Modes
  readonly #isRepeated = repeats()
  /** the ticket that the attendant was asked about, until something else is scanned */
  #asked: string | undefined
  #gate: Gate | undefined
  #together: ReturnType<typeof startSync> | undefined
  #isBusy = false
  #leaving: Promise<void> | undefined

  constructor(store: Store) {
    this.#store = store
    this.modes = new Modes(store)
    this.log = new Log(() => this.refresh())
    this.scanning = new Scanning({ store, onSeen: (texts) => this.see(texts) })
  }

  /** Refreshes the parts that depend on the time of day. */
  refresh(): void {
    showLog(this.log, this.#gate?.device.festival_id)
  }

  /** Takes a code from the camera or a picture: a ticket, or the set-up code if there is no device. */
  see(texts: string[]): void {
    const token = texts.map(tokenIn).find((found) => found !== undefined)
    if (!this.#gate) {
      if (token) void this.enter(token)
      return
    }
    const text = texts.find((text) => claimOf(text).claim) ?? texts[0]
    // A dialog hides the answer.
    if (text !== undefined && !isInDialog()) void this.scan(text)
  }

  /** Handles one scan. Codes seen meanwhile are ignored: the camera will see them again. */
  async scan(text: string): Promise<void> {
    if (!this.#isBusy && !this.#isRepeated(this.#seenAs(text), Date.now()))
      await this.#decide(text, { ask_first: true })
  }

  /** Admits the ticket that was asked about. */
  async admitAnyway(): Promise<void> {
    if (!this.#isBusy && this.#asked !== undefined)
      await this.#decide(this.#asked, { ask_first: false })
  }

  #seenAs(text: string): string {
    return `${this.modes.direction} ${text}`
  }

  async #decide(text: string, { ask_first }: { ask_first: boolean }): Promise<void> {
    const gate = this.#gate
    if (!gate) return
    const { direction, practice } = this.modes
    const seen = this.#seenAs(text)
    this.#asked = undefined
    this.#isBusy = true
    const checking = setTimeout(showChecking, atOnce)
    try {
      const scan = await decide(gate, text, { direction, practice, ask_first })
      if (scan.result === 'ask') this.#asked = text
      this.#tell(scan)
      this.#follow(scan)
    } catch (error) {
      showAnswer(null)
      if (!(error instanceof Ended)) notice('fault', 'This scan could not be saved. Scan again.')
    } finally {
      clearTimeout(checking)
      this.#isRepeated(seen, Date.now())
      this.#isBusy = false
    }
  }

  /**
   * Finds tickets by a short code, a name or an e-mail; returns a `FestivalError` if the service refuses the question.
   * @throws Unanswered, Ended
   */
  find(text: string): ReturnType<typeof findTickets> {
    return findTickets(this.#here(), text)
  }

  /**
   * Admits a ticket that was found, and shows the answer; returns a `FestivalError` if the name is not the holder's.
   * @throws Unanswered, Ended
   */
  async admit(ticket: FoundTicket): Promise<Scan | FestivalError> {
    const scan = await admitByName(this.#here(), ticket, this.modes)
    if ('result' in scan) {
      this.#tell(scan)
      this.#follow(scan)
    }
    return scan
  }

  /** Undoes a scan, and reports this to the service. */
  async undo(scan: Scan, reason: string): Promise<void> {
    showAnswer(await undo(this.#here(), scan, reason))
    await this.#together?.now()
  }

  /** Returns the tier or accommodation from this device's data. */
  offerOf(id: string | undefined): Offer | null {
    return offersOf(this.#gate?.festival).find((offer) => offer.id === id) ?? null
  }

  #here(): Gate {
    if (!this.#gate) throw new Ended('This device is not set up')
    return this.#gate
  }

  #tell(scan: Scan): void {
    notice('fault', null)
    showAnswer(scan)
    if (input('sound').checked) sound(scan.result)
  }

  /** Results decided here are sent soon; results decided by the service change the count of people inside. */
  #follow({ isOffline, isPractice, result }: Scan): void {
    if (isPractice) return
    if (isOffline) this.#together?.soon()
    else if (result === 'admitted') this.#together?.count()
  }

  /** Sets this page up as the device of a token. */
  async enter(token: string): Promise<void> {
    this.scanning.stop()
    say('setup-fault', '')
    // Otherwise the earlier cookie would be revoked after the new one is set.
    await this.#leaving
    try {
      await this.open(await setUp(this.#store, token))
    } catch (error) {
      const why = error instanceof BadToken ? badToken : noNetwork
      // A device that is already set up is not replaced.
      if (this.#gate) return notice('fault', why)
      await this.close('')
      say('setup-fault', why)
      if (!(error instanceof BadToken)) input('token').value = token
    }
  }

  /** Starts working as a device. */
  async open(device: Device): Promise<void> {
    this.#together?.stop()
    const kept = await this.#store.kept<Festival>('festival')
    const service = new Service((send) => gateClient(() => device.session, send), {
      onLine: () => showStatus(this.#gate),
      onEnded: () => void this.end('This device was removed, or it has expired.', device),
    })
    const gate: Gate = {
      store: this.#store,
      service,
      log: this.log,
      device,
      festival: kept,
      inside: await this.#store.kept<Inside>('inside'),
    }
    this.#gate = gate
    await this.log.load(this.#store)
    await deleteOldQuestions(this.#store)
    show('setup', false)
    show('gate', true)
    this.scanning.moveTo('desk', 'Start scanning')
    await this.modes.recall()
    showStatus(gate)
    this.#together = startSync(gate, () => showStatus(this.#gate))
    void this.#together.now()
  }

  /** The network is back or gone, as far as the browser can tell. */
  heed(isOnline: boolean): void {
    if (isOnline) void this.#together?.now()
    else if (this.#gate) this.#gate.service.isOnline = false
  }

  /** Stops being a device: stops admitting, and retains only unsent scans. */
  async end(why: string, device = this.#gate?.device): Promise<void> {
    if (!device || device !== this.#gate?.device) return
    this.#gate = undefined
    this.#together?.stop()
    this.scanning.stop()
    await forget(this.#store)
    await this.close(why)
    this.#leaving = leave(this.#store, device.session)
  }

  /** Waits for the set-up. */
  async close(why: string): Promise<void> {
    part('find', HTMLDialogElement).close()
    show('gate', false)
    show('setup', true)
    say('setup-why', why)
    this.scanning.moveTo('setup-scan', 'Scan the set-up code')
    showStatus(undefined)
    await this.log.load(this.#store)
    if (why !== '') box('setup-title').focus()
  }

  /** The number of offline scans that are not sent yet. */
  get unsent(): number {
    return this.log.unsent().length
  }

  /** Returns true if no scan, input or answer is on the page, so that it may be reloaded. */
  get isIdle(): boolean {
    const isRead = box('desk').dataset['result'] === 'ready' || this.#gate === undefined
    const isTyping = input('code').value !== '' || isInDialog()
    return isRead && !this.#isBusy && !this.scanning.isOn && !isTyping
  }
}
