/** Two services on one database, and many simultaneous callers. */
import { setTimeout as pause } from 'node:timers/promises'
import { aFolder, type Service, start } from '../service-process.ts'
import type { World } from '../world.ts'

/** Two processes of the service on the world's database, with a planted bug where one is named. */
export async function twoServices(world: World, plant?: string): Promise<[Service, Service]> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: world.connectionString,
    ...(plant && { NODE_OPTIONS: '--import ./test/faults/plant.ts', PLANT: plant }),
  }
  return [await start(await aFolder(), [], env), await start(await aFolder(), [], env)]
}

type Answer = { status: number; body: any }

type CrowdRequest = { client: string; token?: string; body?: object; key?: string; method?: string }

/** Posts a body, or sends it by another method, as a client and, where a token is given, as a user or a device. Status 0: no answer. */
export async function post(
  url: string,
  { client, token, body = {}, key, method = 'POST' }: CrowdRequest,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'x-f-authorization': client,
    ...(token && { 'x-f-authentication': token }),
    ...(key && { 'idempotency-key': key }),
  }
  try {
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: {} }
  }
}

/** Retries, as a client does, while there is no final answer. */
export async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const answer = await ask()
    const { status, body } = answer
    const isOpen = status === 201 && body.status === 'pending'
    if (status !== 0 && status !== 503 && body.code !== 'in_progress' && !isOpen) return answer
    await pause(50 + (attempt % 7) * 20)
  }
  return { status: 0, body: {} }
}

/** Makes this many requests, this many at once. Returns the answers, in any order. */
export async function crowd<T>(
  times: number,
  ask: (nth: number) => Promise<T>,
  atOnce = 100,
): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  const visit = async () => {
    while (next < times) answers.push(await ask(next++))
  }
  await Promise.all(Array.from({ length: Math.min(times, atOnce) }, visit))
  return answers
}
