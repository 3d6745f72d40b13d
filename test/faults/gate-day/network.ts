/** The network of a page: real requests, unless it is cut, also between a request and its answer. */
import { setup } from './setup.ts'

export const network = { isThere: setup.isConnected }

const real = globalThis.fetch

/** Stands for `fetch`; the tokens are in headers, where a browser sends a cookie. */
export const send: typeof fetch = async (input, init) => {
  requireNetwork()
  const headers = new Headers(init?.headers)
  headers.set('x-f-authorization', setup.clientToken)
  headers.set('x-f-authentication', setup.token)
  const { cache: _, ...rest } = init ?? {}
  const response = await real(input, { ...rest, headers })
  requireNetwork()
  return response
}

function requireNetwork() {
  if (!network.isThere) throw new TypeError('fetch failed')
}
