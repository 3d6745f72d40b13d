/**
 * The streams of activity. While there are any, each process reads new entries once a second, for all of them in one
 * statement; sales, scans and changes do no work for it. The position of a stream is a snapshot of the database: it
 * sends next the entries that have become visible since, on any process its reader comes back to. Rights are read after
 * the activity and before it is sent, so that nothing reaches a user without the right to it any more.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onSessionsChanged, type Session, sessionOf, signedIn, UserStreams } from '#core/access'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type EventStream, frame, openEventStream, standing, streamsOpen } from '#platform/http/sse'
import { onNobodysBehalf } from '#platform/observe/cause'
import { reporting } from '#platform/sync/failure-log'
import { Problem } from '#platform/values/errors'
import { startOf, toEventId } from './place.ts'
import { type ActivityNews, type FeedPosition, readNews, type Watched } from './queries.ts'
import { findWatched, watchedBy } from './rights.ts'

/** The interval between two reads, in ms. A heartbeat is sent with every tenth. */
const look = 1000
const turns = 10
/** The maximum number of entries of one read that are sent live. The list has all of them. */
const most = 200

type Watcher = Session & {
  wire: EventStream | undefined
  userId: string
  watched: Watched
  place: FeedPosition
}

export class Watchers {
  readonly #infrastructure: Pick<Infrastructure, 'db' | 'access' | 'now' | 'config'>
  readonly #all = new Set<Watcher>()
  readonly #perUser: UserStreams
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #turn = 0
  #isLooking = false
  #isClosed = false

  constructor(app: FastifyInstance) {
    this.#infrastructure = app
    this.#perUser = new UserStreams(app, 'activity')
    this.#onError = reporting(app, 'activity')
    app.metrics.gauge(streamsOpen, () => [{ labels: { kind: 'activity' }, value: this.#all.size }])
    onSessionsChanged(app.bus, (isConcerned) => {
      const concerned = [...this.#all].filter((one) => isConcerned(one, one.userId))
      void this.#check(concerned).catch(this.#onError)
    })
  }

  /**
   * Opens the stream of a request. It continues after the last message the client received, if the request names one,
   * and otherwise begins now. Refuses with 403 if the caller may watch nothing, and with 429 or 503 if there are too
   * many streams.
   */
  async open(request: FastifyRequest, reply: FastifyReply, lastEventId?: string): Promise<void> {
    const user = signedIn(request)
    const watched = await watchedBy(this.#infrastructure.db, user)
    const begin = { place: undefined, limit: 0 }
    const { place: present } = await readNews(this.#infrastructure, begin)
    const watcher: Watcher = {
      ...sessionOf(request),
      wire: undefined,
      userId: user.id,
      watched,
      place: startOf(lastEventId, present),
    }
    const isOpen = await this.#perUser.take(user.id, () => this.#begin(watcher, reply))
    if (!isOpen) return
    this.#timer ??= onNobodysBehalf(() => setInterval(() => void this.#tick(), look).unref())
    // Not earlier: a token that has ended since the request arrived is either found here or announced.
    await this.#check([watcher]).catch(this.#onError)
  }

  /** Opens the wire. Returns false if the reader has gone already. */
  #begin(watcher: Watcher, reply: FastifyReply): boolean {
    this.#requireRoom()
    watcher.wire = openEventStream(reply, () => this.#remove(watcher))
    watcher.wire?.send(frame(standing(toEventId(watcher.place))))
    if (watcher.wire) this.#all.add(watcher)
    return watcher.wire !== undefined
  }

  /** Ends all streams, so that clients reconnect to another process. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const { wire } of this.#all) wire?.end()
  }

  #requireRoom() {
    if (this.#isClosed || this.#all.size >= this.#infrastructure.config.STREAMS) {
      const error = 'This process has no capacity for another stream: retry'
      throw new Problem(503, error, { code: 'busy', retry_after: 3 })
    }
  }

  #remove(watcher: Watcher) {
    if (!this.#all.delete(watcher)) return
    this.#perUser.release(watcher.userId)
    if (this.#all.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Reads never overlap, so a slow database is read less often. After a failure the next read includes the entries. */
  async #tick() {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#turn = (this.#turn + 1) % turns
    try {
      if (this.#turn === 0) for (const { wire } of this.#all) wire?.beat()
      await this.#look()
    } catch (error) {
      this.#onError(error)
    } finally {
      this.#isLooking = false
    }
  }

  /** Moves all watchers to one position, so that the next read is one statement again. */
  async #look() {
    const groups = Map.groupBy(this.#all, ({ place }) => toEventId(place)).values()
    const read: { watchers: Watcher[]; news: ActivityNews[] }[] = []
    let until: FeedPosition | undefined
    for (const watchers of groups) {
      const [first] = watchers
      if (!first) continue
      const reading = { place: first.place, until, limit: most }
      const { news, place } = await readNews(this.#infrastructure, reading)
      until ??= place
      read.push({ watchers, news })
    }
    if (!until) return
    await this.#check([...this.#all])
    for (const { watchers, news } of read) {
      for (const one of watchers) if (this.#all.has(one)) sendNews(one, news, until)
    }
  }

  /** Ends the streams with a token or rights that have ended. */
  async #check(watchers: Watcher[]) {
    if (watchers.length === 0) return
    const { db } = this.#infrastructure
    const ends = await this.#infrastructure.access.endsOf(watchers)
    const rights = await findWatched(db, [...new Set(watchers.map(({ userId }) => userId))])
    const now = this.#infrastructure.now()
    for (const watcher of watchers) {
      const [end, watched] = [ends.get(watcher), rights.get(watcher.userId)]
      if (end && end > now && watched) {
        watcher.watched = watched
        continue
      }
      this.#remove(watcher)
      watcher.wire?.end()
    }
  }
}

/** Sends the watcher its entries at once. Only the last message carries the new position. */
function sendNews(watcher: Watcher, news: ActivityNews[], position: FeedPosition) {
  const { watched, wire } = watcher
  const own = news.filter(
    ({ organizerId }) => watched === 'all' || watched.includes(organizerId ?? ''),
  )
  watcher.place = position
  if (own.length === 0) return
  const messages = own.map(({ activity }) => `data: ${JSON.stringify(activity)}\n\n`)
  wire?.send(
    frame(`${messages.slice(0, -1).join('')}id: ${toEventId(position)}\n${messages.at(-1)}`),
  )
}
