import type { FastifyRequest } from 'fastify'

/** Where pages are served to browsers whose address is that of an operation of the API. */
export const ticketsAddress = '/guide/tickets'
/** Where a link to another language leads, `?to=de`. */
export const languageAddress = '/guide/language'
export const organizersAddress = '/guide/organizers/:id'

/** The address of a page that has that of an operation, for browsers that open it; else undefined. */
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
