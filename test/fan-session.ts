/** Sessions of fans as a browser has them, for tests that ask for pages without one. */
import { headersOfPage } from '#core/access'
import type { World } from './world.ts'

/** The cookie, and the key that changes need beside it. */
export type FanSession = { cookie: string; key: string }

/** Begins a session through the guide: of the account that `given` signs in to, else of a guest. */
export async function enterAsFan({ app }: Pick<World, 'app'>, given?: object): Promise<FanSession> {
  const guide = await app.inject({ url: '/guide/session' })
  const entered = await app.inject({
    method: 'POST',
    url: given ? '/fan/session' : '/fan/guest',
    headers: headersOfPage('guide', guide.cookies[0]?.value ?? ''),
    payload: given ?? {},
  })
  const { name = '', value = '' } = entered.cookies[0] ?? {}
  return { cookie: `${name}=${value}`, key: entered.json().session }
}
