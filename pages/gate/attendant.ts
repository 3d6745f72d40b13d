import type { FestivalError } from '../../client/src/error.ts'
import type { FoundTicket } from '../../client/src/types.ts'
import { gateClient } from '../shared/client.ts'
import { BadToken } from '../shared/device-session.ts'
import { box, input, isInDialog, notice, part, say, show } from '../shared/page.ts'
import { Ended, Service } from '../shared/service.ts'
import { Turns } from '../shared/turns.ts'
import { decide, type Gate, offersOf } from './decide.ts'
import { admitByName, findTickets } from './find.ts'
import { claimOf, genuineOf, type Offer } from './judge.ts'
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
  readonly #turns = new Turns()
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
    const text = texts.find((text) => claimOf(text).claim) ?? texts[0]
    if (!this.#gate) this.#enterBy(texts)
    // A dialog hides the answer.
    else if (text !== undefined && !isInDialog()) void this.scan(text)
  }

  /** Returns true if a text is a code for this page: of a ticket, or of a set-up if there is no device. */
  isCode(text: string): boolean {
    return this.#gate ? claimOf(text).claim !== undefined : tokenIn(text) !== undefined
  }

  /** Takes the readings of a hand scanner's code. Its scans wait for each other, since it sends each of them once. */
  takeScan(texts: string[]): void {
    if (!this.#gate) return this.#enterBy(texts)
    this.#turns.queue(async () => this.scan(await genuineOf(texts, this.#gate?.festival)))
  }

  /** Handles one scan. Codes seen meanwhile are ignored: the camera will see them again. */
  async scan(text: string): Promise<void> {
    await this.#turns.runIfFree(async () => {
      if (!this.#isRepeated(this.#seenAs(text), Date.now()))
        await this.#decide(text, { ask_first: true })
    })
  }

  /** Admits the ticket that was asked about. */
  async admitAnyway(): Promise<void> {
    const asked = this.#asked
    if (asked !== undefined)
      await this.#turns.runIfFree(() => this.#decide(asked, { ask_first: false }))
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
    const checking = setTimeout(showChecking, atOnce)
    try {
      const scan = await decide(gate, text, { direction, practice, ask_first })
      if (scan.result === 'ask') this.#asked = text
      this.#tell(scan)
    } catch (error) {
      showAnswer(null)
      if (!(error instanceof Ended)) notice('fault', 'This scan could not be saved. Scan again.')
    } finally {
      clearTimeout(checking)
      this.#isRepeated(seen, Date.now())
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
    if ('result' in scan) this.#tell(scan)
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

  /** Shows a result. Those decided here are sent soon; those of the service change the count of people inside. */
  #tell(scan: Scan): void {
    notice('fault', null)
    showAnswer(scan)
    if (input('sound').checked) sound(scan.result)
    if (scan.isPractice) return
    if (scan.isOffline) this.#together?.soon()
    else if (scan.result === 'admitted') this.#together?.count()
  }

  #enterBy(texts: string[]): void {
    const tokens = texts.flatMap((text) => tokenIn(text) ?? [])
    if (tokens.length > 0) void this.enter(tokens)
  }

  /** Sets this page up as the device of a token: of several readings of one, as the first that is valid. */
  async enter([token = '', ...others]: string[]): Promise<void> {
    this.scanning.stop()
    say('setup-fault', '')
    // Otherwise the earlier cookie would be revoked after the new one is set.
    await this.#leaving
    try {
      await this.open(await setUp(this.#store, token))
    } catch (error) {
      if (error instanceof BadToken && others.length > 0) return this.enter(others)
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
    return isRead && !this.#turns.isBusy && !this.scanning.isOn && !isTyping
  }
}
