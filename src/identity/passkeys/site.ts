import type { FastifyRequest } from 'fastify'
import { originOf } from '#platform/http/answers/origin'

/** The site of passkeys: the origin of our pages, and its host, to which browsers bind each passkey. */
export type Site = { origin: string; host: string }

/** Returns the site of a request: `PUBLIC_URL`, else the host that was requested. */
export function siteOf(request: FastifyRequest): Site {
  const origin = originOf(request)
  return { origin, host: new URL(origin).hostname }
}
