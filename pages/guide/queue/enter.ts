import { FestivalError } from '../../../client/src/error.ts'
import type { QueueChallenge, QueuePlace } from '../../../client/src/types.ts'
import { api, asFan } from '../shop/fan.ts'
import { type Room, whichOf } from './line.ts'

/** Takes a number, for which the browser computes a while; a repeated call returns the same number. @throws FestivalError */
export async function enterQueue(
  room: Pick<Room, 'festival' | 'isRehearsal'>,
): Promise<QueuePlace> {
  const { festival } = room
  const given = await asFan(() => api.queue.challenge(festival, whichOf(room)))
  const { challenge, salt, signature } = given
  const work = { challenge, salt, signature, number: await solve(given) }
  return asFan(() => api.queue.enter(festival, { work, ...whichOf(room) }))
}

function solve(challenge: QueueChallenge): Promise<number> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number>((done, failed) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => done(data))
    worker.addEventListener('error', (cause) => {
      failed(new FestivalError({ status: 500, message: 'The browser cannot compute it', cause }))
    })
    worker.postMessage(challenge, [])
  }).finally(() => worker.terminate())
}
