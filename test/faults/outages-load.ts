/**
 * Everything a service does at once while its database fails: purchases, admissions and refunds, line-up
 * syncs, reward events, imports, festivals whose followers a job notifies, and cached reads.
 */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#platform/values/ids'
import { until } from '../until.ts'
import { chanceOf } from './chance.ts'
import type { Site } from './outages-site.ts'
import { type Call, Shop, type TimedAnswer } from './shop.ts'

/** The maximum time of a refusal, and of any answer, ms, on an otherwise idle machine. */
const [prompt, patient] = [1_500, 5_000]
/** How many purchases are made before a failure. */
const before = 5
/** How long after a failure earlier requests may still be completed, ms. */
const settling = 100

type Kind = 'events' | 'artists' | 'festivals'
type Blow = {
  /** breaks something, and returns when it is repaired, or when the service has to recover by itself */
  strike: () => Promise<void>
  /** whether the whole database is away, so that cached reads are still answered */
  isAway?: boolean
}

export class Load {
  readonly shop: Shop
  readonly wrong: string[] = []
  /** ids of what was acknowledged, and the number of keys used */
  readonly made: Record<Kind, Set<string>> = {
    events: new Set(),
    artists: new Set(),
    festivals: new Set(),
  }
  readonly keys: Record<Kind, number> = { events: 0, artists: 0, festivals: 0 }
  /** the number of the last acknowledged line-up */
  synced = 0
  /** ms until purchases resumed, after each failure */
  readonly pauses: number[] = []
  slowest = 0
  refused = 0
  #heard: TimedAnswer[] = []
  #known: TimedAnswer[] = []
  readonly #site: Site
  readonly #url: string
  readonly #under: Promise<void>[]

  constructor(site: Site, url: string, seed: number) {
    this.#site = site
    this.#url = url
    this.shop = new Shop({
      services: { url: async () => url },
      chance: chanceOf(seed),
      client: site.client,
      buyers: site.buyers,
      admins: [site.admin],
      items: () => site.items,
      heard: (heard) => this.#heard.push(heard),
    })
    const others = [this.#sync(), this.#reward(), this.#import(), this.#publish()]
    const reads = site.known.map((path) => this.#read(path))
    this.#under = [...[0, 1, 2, 3].map(() => this.shop.visit()), ...others, ...reads]
  }

  /** Causes a failure, waits until purchases resume, and checks the answers meanwhile. */
  async endure(what: string, { strike, isAway = false }: Blow): Promise<void> {
    await this.#sold('before', { from: performance.now(), count: before })
    this.#heard = []
    this.#known = []
    await strike()
    const mended = performance.now()
    await this.#sold(what, { from: mended + settling, count: 1 })
    this.pauses.push(Math.round(performance.now() - mended))
    this.#judge(what, this.#heard)
    if (isAway) this.#judgeKnown(what, this.#known)
  }

  /** Whether a request was refused since the last failure. */
  isRefusing(): boolean {
    return this.#heard.some(({ status }) => status === 503)
  }

  /** Each finishes what it has begun. */
  async stop(): Promise<void> {
    this.shop.isClosed = true
    await Promise.all(this.#under)
    this.wrong.push(...this.shop.wrong)
  }

  /** Waits for purchases that were begun later than that. */
  #sold(what: string, { from, count }: { from: number; count: number }) {
    const isSale = (timedAnswer: TimedAnswer) =>
      timedAnswer.what === 'POST /payments' && timedAnswer.status === 201 && timedAnswer.from > from
    const areEnough = async () => this.#heard.filter(isSale).length >= count
    return until(`${what}: purchases`, areEnough, 60_000)
  }

  #judge(what: string, answers: TimedAnswer[]) {
    const crowd = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
    for (const { what: asked, status, ms, retryAfter } of answers) {
      this.slowest = Math.max(this.slowest, Math.round(ms))
      if (status === 503) this.refused++
      if (status === 0) this.wrong.push(`${what}: ${asked} was not answered`)
      if (ms > crowd * (status === 503 ? prompt : patient))
        this.wrong.push(`${what}: ${asked} was ${status} after ${ms} ms`)
      if (status === 503 && !(Number(retryAfter) >= 1)) {
        this.wrong.push(`${what}: ${asked} did not say when to try again`)
      }
    }
  }

  #judgeKnown(what: string, answers: TimedAnswer[]) {
    this.shop.count(`known answers: ${answers.length > 0}`)
    this.#judge(what, answers)
    for (const { what: asked, status } of answers) {
      if (status !== 200) this.wrong.push(`${what}: ${asked} is known and was ${status}`)
    }
  }

  async #read(path: string) {
    const headers = { 'x-f-authorization': this.#site.client }
    while (!this.shop.isClosed) {
      const from = performance.now()
      const answer = await fetch(this.#url + path, { headers }).catch(() => undefined)
      await answer?.text().catch(() => '')
      const { status = 0 } = answer ?? {}
      const retryAfter = answer?.headers.get('retry-after') ?? null
      this.#known.push({
        what: `GET ${path}`,
        status,
        from,
        ms: performance.now() - from,
        retryAfter,
      })
      await pause(20)
    }
  }

  /** Line-ups of different lengths, each with its number. */
  async #sync() {
    const { admin, busy, artists } = this.#site
    for (let number = 1; !this.shop.isClosed; number++) {
      const gigs = artists
        .slice(number % artists.length)
        .map(({ id: artist_id }) => ({ artist_id }))
      const body = { description: `${number}`, gigs }
      const path = `/festivals/${busy.id}`
      const { status } = await this.shop.call({ method: 'PUT', path, body, as: admin })
      if (status === 200) this.synced = number
      await pause(40)
    }
  }

  async #reward() {
    const { buyers, artists } = this.#site
    for (let nth = 0; !this.shop.isClosed; nth++) {
      const entity_id = artists[nth % artists.length]?.id
      const body = { event_type: 'artist_viewed', entity_type: 'artist', entity_id }
      const as = buyers[nth % buyers.length]
      const made = as && (await this.#insist('events', { path: '/rewards/events', body, as }))
      if (made) this.made.events.add(made.event_id)
      await pause(20)
    }
  }

  async #import() {
    const { admin: as } = this.#site
    while (!this.shop.isClosed) {
      const artists = [0, 1, 2].map(() => ({ name: `Import ${newId()}`, genres: ['folk'] }))
      const made = await this.#insist('artists', { path: '/artists', body: { artists }, as })
      for (const { id } of made ?? []) this.made.artists.add(id)
      await pause(60)
    }
  }

  async #publish() {
    const { admin: as, organizer: organizer_id } = this.#site
    const times = { start_time: '2099-08-01', end_time: '2099-08-03' }
    while (!this.shop.isClosed) {
      const body = { name: `Tide ${newId()}`, organizer_id, ...times }
      const made = await this.#insist('festivals', { path: '/festivals', body, as })
      if (made) this.made.festivals.add(made.id)
      await pause(250)
    }
  }

  /** Retries with one key until something is created, and repeats now and then: the answer must be the same. */
  async #insist(kind: Kind, call: Omit<Call, 'method' | 'key'>): Promise<any> {
    const key = `${kind} ${this.keys[kind]++}`
    for (let attempt = 0; !this.shop.isClosed; attempt++) {
      const { status, body } = await this.shop.call({ method: 'POST', key, ...call })
      if (status === 201) {
        if (attempt > 0) await this.#again({ method: 'POST', key, ...call }, body)
        return body
      }
      const mayRetry = status === 0 || status === 503 || body.code === 'in_progress'
      if (!mayRetry) {
        this.wrong.push(`${key}: ${status} ${JSON.stringify(body)}`)
        break
      }
      await pause(50)
    }
    return undefined
  }

  async #again(call: Call, first: unknown) {
    const { status, body } = await this.shop.call(call)
    const isSame = JSON.stringify(body) === JSON.stringify(first)
    if (status === 201 && !isSame) this.wrong.push(`${call.key} was answered in two ways`)
  }
}
