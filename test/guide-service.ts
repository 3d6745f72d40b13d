/** A service as its first start leaves it, which listens: for the examples of the guides. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createPublishableClient, ensureClient } from '#identity/clients'
import { ensureAdmin } from '#identity/users'
import { fillWithDemo } from '../src/server/demo/demo.ts'
import type { Deliver } from '../src/shop/payments/processors/processor.ts'
import { simulatedProcessor } from '../src/shop/payments/processors/simulated/simulated.ts'
import { paidBy } from './processor.ts'
import { aWorld, type World } from './world.ts'

/** The secret of the processor's webhooks. */
export const secret = 'a secret of sixteen and more'
const [id, email, password] = [
  'client_of_the_first_start',
  'admin@harbour.example',
  'tide-and-lanterns',
]

type GuideOptions = { env?: Record<string, string>; pagesFolder?: string }

/** Returns the service, its address, and the credentials that are kept in `data/first-start.env` of its folder. */
export async function aFirstStart({ env = {}, pagesFolder }: GuideOptions = {}) {
  const deliver: Deliver = async ({ headers, body: payload }) => {
    const webhook = { method: 'POST', url: '/payments/webhook', headers, payload } as const
    return (await world.app.inject(webhook)).statusCode
  }
  const faults = { approve_after: 400 }
  const world: World = await aWorld({
    env,
    parts: ({ db, now }) => ({
      ...paidBy(simulatedProcessor({ db, now, secret, faults, deliver })),
      ...(pagesFolder && { pagesFolder }),
    }),
  })
  await world.jobs.start()
  await ensureClient(world.db, { id, secret, name: 'First start' })
  const page = { name: 'Demo page', allow_without_origin: true }
  const { id: publishable } = await createPublishableClient(world.db, page)
  await ensureAdmin(world, { email, password })
  await fillWithDemo(world.db, world.now())
  await mkdir(join(world.folder, 'data'))
  const credentials = {
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
    PUBLISHABLE_CLIENT_ID: publishable,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  }
  const lines = Object.entries(credentials).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(join(world.folder, 'data', 'first-start.env'), lines.join(''))
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...world, url, credentials }
}

/** A port of this machine that no program listens on. */
export async function aFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `${typeof address === 'object' ? address?.port : ''}`
}
