import type { FastifyRequest } from 'fastify'

/** Addresses of pages for browsers that request the address of an operation of the API. */
export const ticketsAddress = '/guide/tickets'
/** The address of links to another language, with `?to=de`. */
export const languageAddress = '/guide/language'
export const organizersAddress = '/guide/organizers/:id'

/** Returns the address of a page that shares the address of an operation, for browsers that open it; otherwise undefined. */
export function pageAddress({
  url = '',
  method,
  headers,
}: Pick<FastifyRequest['raw'], 'url' | 'method' | 'headers'>): string | undefined {
  if (!/^\/(?:tickets|organizers\/[^/?]+)\/?(\?|$)/.test(url) || method !== 'GET') return undefined
  const isClient = headers['x-f-authorization'] ?? headers['x-festival-session']
  const wantsPage = isClient === undefined && /\btext\/html\b/i.test(headers.accept ?? '')
  return wantsPage ? `/guide${url.replace(/\/(?=\?|$)/, '')}` : undefined
}
