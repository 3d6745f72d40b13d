import { createECDH, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { What } from '#platform/observe/span'
import { traced } from '#platform/observe/tracing'
import type { Sent } from '#platform/outgoing/requests'
import {
  type Claimed,
  claimPushes,
  deletePush,
  endSubscription,
  type PushNotification,
  postponePush,
} from './due.ts'
import { curve, encrypted } from './encrypt.ts'
import { opened } from './keys.ts'
import { messageOf, pushOptionsOf } from './message.ts'
import { retryAfter } from './retry-after.ts'
import { authorization, contactOf, type PushKey } from './vapid.ts'

export type Context = Pick<Infrastructure, 'work' | 'vault' | 'outgoing' | 'now' | 'config'> & {
  log: FastifyBaseLogger
}

/** Most pushes that a process sends at once. */
const mostAtOnce = 100
/** Time limit of a push once its host is found, and its lease by a process, which is longer, ms. */
const [patience, lease] = [5_000, 60_000]
/**
 * Wait before a failed push is tried again, ms. Each further wait is four times as long, and at least as long as its
 * service asks, while the notification is worth showing.
 */
const firstWait = 30_000

/** Sends pushes to their browsers, each at least once. A slow one delays no other while there is room. */
export class PushCourier {
  readonly #context: Context
  readonly #going = new Set<Promise<void>>()

  constructor(context: Context) {
    this.#context = context
  }

  /** Begins all pushes that are due, until there are none or the process is `stopping`, which aborts pushes under way. */
  async look(stopping: AbortSignal): Promise<void> {
    const { work, now } = this.#context
    while (!stopping.aborted) {
      if (this.#going.size >= mostAtOnce) await Promise.race(this.#going)
      const limit = mostAtOnce - this.#going.size
      const leaseUntil = new Date(now().getTime() + lease)
      const claimed = await claimPushes(work, { now: now(), leaseUntil, limit })
      for (const push of claimed) this.#begin(push, stopping)
      if (claimed.length < limit) return
    }
  }

  /** Waits for pushes under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#going)
  }

  #begin(push: Claimed, stopping: AbortSignal): void {
    const sending = sendOne(this.#context, push, stopping)
      .catch((err: unknown) =>
        this.#context.log.error({ err }, 'The result of a push could not be recorded'),
      )
      .finally(() => this.#going.delete(sending))
    this.#going.add(sending)
  }
}

async function sendOne(context: Context, push: Claimed, stopping: AbortSignal): Promise<void> {
  const { work, vault, now } = context
  const key = opened(vault, push.key)
  // Without its key no push service takes a push: the browser has to subscribe again.
  if (!key) return endSubscription(work, push)
  const { notice } = push
  const left = notice ? lifeLeft(notice, now()) : 0
  if (!notice || left <= 0) return deletePush(work, push)
  const sent = await attempt(context, { push, notice, key, left }, stopping)
  // This process aborted it.
  if (stopping.aborted && sent.status === undefined) return postponePush(work, push, now())
  return recordAttempt(context, push, { ...sent, type: notice.type, left })
}

type Attempted = Sent & { type: string; left: number }

async function recordAttempt(context: Context, push: Claimed, sent: Attempted): Promise<void> {
  const { work, log } = context
  const { status, type } = sent
  if (status === 404 || status === 410) return endSubscription(work, push)
  if (isTemporary(sent)) return tryLater(context, push, sent)
  if (!isTaken(sent)) log.warn({ status, type }, 'A push service refused a message')
  return deletePush(work, push)
}

async function tryLater(
  { work, now, log }: Context,
  push: Claimed,
  { status, error, type, left, retryAfter: asked }: Attempted,
): Promise<void> {
  const wait = Math.max(firstWait * 4 ** (push.tries - 1), retryAfter(asked, now()))
  if (wait / 1000 < left) return postponePush(work, push, new Date(now().getTime() + wait))
  log.warn({ status, error, type }, 'A push was abandoned')
  return deletePush(work, push)
}

const isTaken = ({ status = 0 }: Sent) => status >= 200 && status < 300

/** Returns the whole seconds for which a notification is still worth showing. */
const lifeLeft = (notice: PushNotification, now: Date) =>
  pushOptionsOf(notice).life - Math.floor((now.getTime() - notice.created_at.getTime()) / 1000)

/** True for failures that may be temporary: no answer, too many requests, and errors of the push service. */
const isTemporary = ({ status = 0 }: Sent) => status === 0 || status === 429 || status >= 500

type Attempt = { push: Claimed; notice: PushNotification; key: PushKey; left: number }

function attempt(
  { outgoing, now, config }: Context,
  { push, notice, key, left }: Attempt,
  stopping: AbortSignal,
): Promise<Sent> {
  const { endpoint } = push
  const chance = { salt: randomBytes(16), privateKey: privateKey() }
  const headers = {
    authorization: authorization(key, { endpoint, contact: contactOf(config), now: now() }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: `${left}`,
    urgency: pushOptionsOf(notice).urgency,
  }
  const body = encrypted(messageOf(notice), push, chance)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(patience * config.TIMEOUT_SCALE)])
  return traced(sending, () => outgoing.post(endpoint, { headers, body, signal }))
}

const sending = (): What => ({ name: 'send push', kind: 'CLIENT', attributes: {} })

function privateKey(): Buffer {
  const ours = createECDH(curve)
  ours.generateKeys()
  return ours.getPrivateKey()
}
