import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type What } from '#platform/observe/span'
import { traced } from '#platform/observe/tracing'
import {
  type Claimed,
  claimDue,
  fanOut,
  isSuccess,
  recordAttempt,
  recordHealth,
  release,
} from './deliveries.ts'
import { notifyOfDisabling } from './disabling.ts'
import { nextAttempt } from './schedule.ts'
import { keysOf } from './secrets.ts'
import { signed } from './signature.ts'

const attemptOf = (type: string) => (): What => ({
  name: `webhook ${type}`,
  kind: 'CLIENT',
  attributes: {},
})

export type Post = Pick<Infrastructure, 'work' | 'now' | 'vault' | 'outgoing' | 'jobs'> & {
  log: FastifyBaseLogger
  random: () => number
}

/** The lease of a process on a delivery that it claims, in ms: longer than any attempt. */
const lease = 30_000
/** The time that running attempts are given when the process stops, in ms. */
const lastCall = 3_000
/** The maximum that one call of `fanOut` handles. If it is reached, there may be more. */
const full = 500

/**
 * Delivers events to their endpoints: each process takes some, each endpoint gets a few at once. If a process dies,
 * another one takes up its deliveries when their lease is over, with the same ids.
 */
export class Courier {
  readonly #post: Post
  readonly #busy = new Map<string, number>()
  readonly #going = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #looking: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false

  constructor(post: Post) {
    this.#post = post
  }

  /** Fans out new events and starts due deliveries. If it is called while it runs, it looks once more. */
  look(): Promise<void> {
    this.#isAskedAgain = true
    this.#looking ??= this.#lookAll()
    return this.#looking
  }

  /** Waits for the running attempts. */
  async settled(): Promise<void> {
    await Promise.all(this.#going)
  }

  /** Starts nothing more, and waits a moment for the running attempts. The rest is left to other processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#looking?.catch(() => {})
    const timer = setTimeout(() => this.#closing.abort(), lastCall)
    await Promise.all(this.#going)
    clearTimeout(timer)
  }

  async #lookAll() {
    try {
      while (this.#isAskedAgain && !this.#isClosed) {
        this.#isAskedAgain = false
        await this.#lookOnce()
      }
    } finally {
      this.#looking = undefined
    }
  }

  async #lookOnce() {
    const { work, now } = this.#post
    while ((await fanOut(work, now())) === full);
    const busy = [...this.#busy].map(([webhook_id, count]) => ({ webhook_id, count }))
    const leaseUntil = new Date(now().getTime() + lease)
    for (const delivery of await claimDue(work, { now: now(), leaseUntil, busy })) {
      this.#begin(delivery)
    }
  }

  #begin(delivery: Claimed) {
    const { webhook_id } = delivery
    this.#busy.set(webhook_id, (this.#busy.get(webhook_id) ?? 0) + 1)
    const work = deliver(this.#post, delivery, this.#closing.signal)
      .catch((err: unknown) =>
        this.#post.log.error({ err }, 'The result of a webhook could not be recorded'),
      )
      .finally(() => {
        this.#going.delete(work)
        const left = (this.#busy.get(webhook_id) ?? 1) - 1
        if (left > 0) this.#busy.set(webhook_id, left)
        else this.#busy.delete(webhook_id)
        // A delivery may have waited for this place.
        this.look().catch((err: unknown) => this.#post.log.error({ err }, 'webhooks'))
      })
    this.#going.add(work)
  }
}

/** Makes one attempt, and records its result and its consequences. */
async function deliver(post: Post, delivery: Claimed, signal: AbortSignal): Promise<void> {
  const { work, now, outgoing, random } = post
  const begun = now()
  const { event_id: id, type, at, data } = delivery
  const body = JSON.stringify({ id, type, timestamp: at, data })
  const keys = keysOf(post.vault, delivery, begun)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Festival-Webhooks/1.0',
    ...signed({ id, at: begun, body }, keys),
  }
  const sent =
    keys.length > 0
      ? await traced(attemptOf(type), () => outgoing.post(delivery.url, { headers, body, signal }))
      : { ms: 0, error: 'the secret cannot be read: rotate it' }
  // We cut the attempt off, so it does not count as a failure of the receiver.
  if (signal.aborted && sent.error !== undefined) return release(work, delivery)
  const isGone = sent.status === 410
  const end = now()
  const next =
    isSuccess(sent) || isGone
      ? undefined
      : nextAttempt(delivery.tries + 1, { now: end, random: random() })
  await recordAttempt(work, delivery, { begun, sent, next })
  await recordHealth(
    work,
    { webhook_id: delivery.webhook_id, now: end, sent },
    (trx: Database, disabled) =>
      notifyOfDisabling({ jobs: post.jobs, log: post.log }, trx, {
        id: delivery.webhook_id,
        ...disabled,
      }),
  )
}
