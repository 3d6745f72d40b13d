/** The contents of the browser's caches, for the worker and the pages. It imports nothing: both have a copy. */

/** The built files, named by their content. */
export const files = 'guide files'
/** Festival pages that were opened: the same for all visitors. */
export const pages = 'guide pages'
/** A fan's own pages, kept at their request. */
export const own = 'guide own'

export const offlinePage = '/guide/offline'

const mine = /^\/guide\/[^/]+\/mine$/
const room = /^\/guide\/[^/]+\/queue(?:\/proof)?$/
const open = /^\/(?:|guide\/[^/]+|guide\/artists\/[^/]+|organizers\/[^/]+)$/

export const isOwn = (path: string): boolean => path === '/tickets' || mine.test(path)
export const isForAll = (path: string): boolean => open.test(path) && path !== offlinePage
/** Pages of the guide that need the service. */
export const isOnlineOnly = (path: string): boolean =>
  ['/checkout', '/sign-in', '/me', '/reset'].includes(path) || room.test(path)

/** Returns the page without keys, without the link of an account, and without the server's time, which has passed. */
function withoutKeys(text: string): string {
  return text
    .replace(/<meta name="festival-(?:session|fan|now)"[^>]*>/g, '')
    .replace(/<a class="button" href="\/me">[^<]*<\/a>/g, '')
}

const ending = /<template data-until="([^"]+)"><\/template>[^]*?<template data-end=""><\/template>/g

/** Returns the text without its expired parts, each between two marks; null when none is left. */
function unexpired(text: string, now: number): string | null {
  let left = 0
  const fresh = text.replace(ending, (part, until: string) => {
    if (Date.parse(until) <= now) return ''
    left += 1
    return part
  })
  return left === 0 ? null : fresh
}

/** Returns a page in its stored form, including its policy. */
export function asCached(text: string, { headers }: Response): Response {
  const kept = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy']) {
    kept.set(name, headers.get(name) ?? '')
  }
  kept.set('cross-origin-opener-policy', headers.get('cross-origin-opener-policy') ?? 'same-origin')
  return new Response(withoutKeys(text), { headers: kept })
}

/** Removes expired parts from a fan's pages, and pages of which nothing is left. */
export async function sweep(now: number): Promise<void> {
  if (!(await caches.has(own))) return
  const cache = await caches.open(own)
  for (const request of await cache.keys()) {
    const answer = await cache.match(request)
    if (!answer) continue
    const text = await answer.clone().text()
    const fresh = unexpired(text, now)
    if (fresh === null) await cache.delete(request)
    else if (fresh !== text) await cache.put(request, asCached(fresh, answer))
  }
}
