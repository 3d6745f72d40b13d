/**
 * The live streams of a process (contract, section 6). Each has a place in the inbox of its user, and sends the
 * notifications after that place next. Missed notifications and new ones are read the same way, so nothing is lost or
 * sent twice between the two.
 *
 * A hint over the bus names the user with a changed inbox. Since hints may be lost, every stream also looks with each
 * of its heartbeats, and all of them do when the bus was silent. The same applies to the tokens a stream is open for.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onSessionsChanged, type Session, sessionOf, signedIn, UserStreams } from '#core/access'
import type { Infrastructure } from '#platform/http/infrastructure'
import {
  type EventStream,
  type Frame,
  frame,
  message,
  openEventStream,
  standing,
  streamsOpen,
} from '#platform/http/sse'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import type { Counter } from '#platform/observe/metrics'
import { reporting } from '#platform/sync/failure-log'
import { Problem } from '#platform/values/errors'
import { inboxTopic } from './changes.ts'
import { lastNumbers, type NumberedNotification, readNotificationsAfter } from './queries.ts'

/** A tick, ms; each stream has its heartbeat in every twentieth tick. */
const tick = 500
const turns = 20
/** Notifications sent to a stream at once. */
const messages = 50
/** Most inboxes, or streams, that one statement reads. */
const most = 200

const messagesSent = {
  name: 'festival_stream_messages_total',
  help: 'Notifications sent over live streams',
}

type Stream = Session & {
  wire: EventStream | undefined
  userId: string
  /** all notifications up to this number were sent */
  place: number
  /** true while the last batch may still wait here: more is sent when it has left */
  isBusy: boolean
  turn: number
  endsAt: number
}

export class Streams {
  readonly #app: Pick<Infrastructure, 'db' | 'access' | 'bus' | 'now' | 'config'>
  readonly #ofUser = new Map<string, Set<Stream>>()
  readonly #all = new Set<Stream>()
  readonly #perUser: UserStreams
  readonly #look: (userId: string) => void
  readonly #check: (stream: Stream) => void
  readonly #lastNumber: (userId: string) => Promise<number>
  readonly #timer: NodeJS.Timeout
  readonly #sent: Counter
  #turn = 0
  #opened = 0
  /** true if the bus was silent, or a look has failed: notifications may be missing */
  #mustAllLook = false
  #isClosed = false

  constructor(app: FastifyInstance) {
    const onError = reporting(app, 'streams')
    this.#app = app
    this.#perUser = new UserStreams(app, 'notifications')
    this.#look = this.#batched((userIds: string[]) => this.#read(userIds), onError)
    this.#check = this.#batched((streams: Stream[]) => this.#endOver(streams), onError)
    this.#lastNumber = batchedLookup({ find: (ids: string[]) => lastNumbers(app.db, ids), most })
    this.#timer = setInterval(() => this.#tick(), tick).unref()
    app.metrics.gauge(streamsOpen, () => [
      { labels: { kind: 'notifications' }, value: this.#all.size },
    ])
    this.#sent = app.metrics.counter(messagesSent)
    app.bus.on(inboxTopic, (userIds) => {
      for (const id of userIds) if (this.#ofUser.has(id)) this.#look(id)
    })
    app.bus.onSilence(() => {
      this.#mustAllLook = true
    })
    onSessionsChanged(app.bus, (isConcerned) => {
      for (const stream of this.#all) if (isConcerned(stream, stream.userId)) this.#check(stream)
    })
  }

  /** Batches work on the items of hints, each once. After a failure all streams look at the next tick. */
  #batched<T>(work: (batch: T[]) => Promise<void>, onError: (error: unknown) => void) {
    const ask = batchedLookup({
      find: async (batch: T[]) => {
        await work(batch).catch((error: unknown) => {
          this.#mustAllLook = true
          onError(error)
        })
        return batch
      },
      most,
    })
    return (item: T) => void ask(item)
  }

  /**
   * Opens the stream of a request. It continues after the last message that arrived, if the request names it, else with
   * the notifications from now on. Too many: 429 for the user, 503 for the process.
   */
  async open(request: FastifyRequest, reply: FastifyReply, lastEventId?: string): Promise<void> {
    const { id: userId } = signedIn(request)
    this.#requireRoom()
    const last = await this.#lastNumber(userId)
    const stream: Stream = {
      ...sessionOf(request),
      wire: undefined,
      userId,
      place: placeOf(lastEventId, last),
      isBusy: false,
      turn: this.#opened++ % turns,
      endsAt: Number.POSITIVE_INFINITY,
    }
    const isOpen = await this.#perUser.take(userId, () => this.#begin(stream, reply))
    if (!isOpen) return
    // Runs only now: any change since the request came in is either seen here or hinted at.
    this.#look(userId)
    this.#check(stream)
  }

  /** Opens the connection. Returns false if the reader has gone already. */
  #begin(stream: Stream, reply: FastifyReply): boolean {
    // Checked again: many requests may have waited at the same time.
    this.#requireRoom()
    stream.wire = openEventStream(reply, () => this.#remove(stream))
    stream.wire?.send(frame(standing(stream.place)))
    if (stream.wire) this.#add(stream)
    return stream.wire !== undefined
  }

  /** Ends all streams, so that their readers go to another process. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const { wire } of this.#all) wire?.end()
  }

  #requireRoom() {
    if (this.#isClosed || this.#all.size >= this.#app.config.STREAMS) {
      throw new Problem(503, 'This process has no capacity for another stream: retry', {
        code: 'busy',
        retry_after: 3,
      })
    }
  }

  #add(stream: Stream) {
    this.#all.add(stream)
    const known = this.#ofUser.get(stream.userId)
    if (known) known.add(stream)
    else this.#ofUser.set(stream.userId, new Set([stream]))
  }

  #remove(stream: Stream) {
    this.#all.delete(stream)
    this.#perUser.release(stream.userId)
    const left = this.#ofUser.get(stream.userId)
    left?.delete(stream)
    if (left?.size === 0) this.#ofUser.delete(stream.userId)
  }

  /** One timer for all: at its turn a stream sends its heartbeat and looks; after a silence all of them look. */
  #tick() {
    const isSilent = !this.#app.bus.isHeard()
    const mustAllLook = isSilent || this.#mustAllLook
    this.#mustAllLook = isSilent
    this.#turn = (this.#turn + 1) % turns
    const now = this.#app.now().getTime()
    for (const stream of this.#all) {
      const isMine = stream.turn === this.#turn
      if (stream.endsAt <= now) stream.wire?.end()
      else if (isMine) stream.wire?.beat()
      if (!isMine && !mustAllLook) continue
      this.#look(stream.userId)
      this.#check(stream)
    }
  }

  /** Reads the next notifications once for streams at the same place, and sends them as one text. */
  async #read(userIds: string[]) {
    const groups = userIds.flatMap((userId) => groupsOf(this.#ofUser.get(userId)))
    const places = groups.flatMap(([first]) =>
      first ? [{ userId: first.userId, after: first.place }] : [],
    )
    if (places.length === 0) return
    const found = await readNotificationsAfter(this.#app.db, places, messages)
    for (const [index, streams] of groups.entries()) this.#share(streams, found[index] ?? [])
  }

  #share(streams: Stream[], next: NumberedNotification[]) {
    const place = next.at(-1)?.number
    if (place === undefined) return
    const sent = frame(next.map(({ number, json }) => message(number, json)).join(''))
    for (const stream of streams)
      this.#send(stream, { sent, place, isMore: next.length === messages })
    this.#sent.add({}, next.length * streams.length)
  }

  #send(stream: Stream, { sent, place, isMore }: { sent: Frame; place: number; isMore: boolean }) {
    stream.place = place
    stream.isBusy = isMore
    const goOn = () => {
      stream.isBusy = false
      this.#look(stream.userId)
    }
    stream.wire?.send(sent, isMore ? goOn : undefined)
  }

  /** Ends streams with tokens that have ended, and updates the end of the others. */
  async #endOver(streams: Stream[]) {
    const ends = await this.#app.access.endsOf(streams)
    for (const stream of streams) {
      const endsAt = ends.get(stream)
      if (endsAt) stream.endsAt = endsAt.getTime()
      else stream.wire?.end()
    }
  }
}

/** Returns the streams of a user that can take more, by their place. */
function groupsOf(streams: Iterable<Stream> = []): Stream[][] {
  const ready = [...streams].filter(({ isBusy }) => !isBusy)
  return [...Map.groupBy(ready, ({ place }) => place).values()]
}

/** Returns the number after which a reader continues. A value that cannot be the id of a message counts as absent. */
function placeOf(lastEventId: string | undefined, last: number): number {
  return /^\d{1,9}$/.test(lastEventId ?? '') ? Math.min(Number(lastEventId), last) : last
}
