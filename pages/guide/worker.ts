/**
 * The guide's worker: opened pages, and the pages that a fan keeps, open without a network. It answers for addresses of
 * the guide alone; the console, the gate, the reference, the API and streams pass it by.
 */
import {
  asCached,
  files,
  isForAll,
  isOnlineOnly,
  isOwn,
  offlinePage,
  own,
  pages,
  sweep,
} from './offline/caches.ts'
import { filesOfCached } from './offline/needed.ts'
import { listenForPushes, type PushWorker } from './push/worker.ts'

declare const FILES: string[]

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
} & PushWorker

const worker = self as unknown as Worker
const assets = '/guide/assets/'
/** The longest wait for the network if a stored page is available, in ms. */
const patience = 5_000
/** The maximum number of stored pages that are the same for all. */
const mostPages = 40

worker.addEventListener('install', (event) => event.waitUntil(begin()))
worker.addEventListener('activate', (event) => event.waitUntil(claimPages()))
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(assets)) return event.respondWith(fileOf(event.request))
  if (mode !== 'navigate') return
  if (isForAll(pathname) || isOwn(pathname) || isOnlineOnly(pathname)) {
    event.respondWith(pageOf(event))
  }
})

listenForPushes(worker)

/** All or nothing: an incomplete version never takes over. */
async function begin(): Promise<void> {
  const cache = await caches.open(files)
  await cache.addAll([...FILES, new Request(offlinePage, { cache: 'reload' })])
  await worker.skipWaiting()
}

/** Files of an earlier version stay as long as a stored page needs them. */
async function claimPages(): Promise<void> {
  const cache = await caches.open(files)
  const needed = new Set([...FILES, offlinePage, ...(await filesOfCached())])
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request)
  }
  await sweep(Date.now())
  await worker.clients.claim()
}

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(files)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Reads the page from the network first. */
async function pageOf(event: Fetching): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  event.waitUntil(sweep(Date.now()))
  const answer = fetch(event.request)
  event.waitUntil(answer.then((fresh) => note(event.request, fresh.clone())).catch(() => undefined))
  const kept = await cachedAt(pathname)
  try {
    const fresh = await (kept ? inTime(answer) : answer)
    if (fresh.status < 500 || !kept) return fresh
  } catch {
    // There is no network, or no answer from it.
  }
  return kept ?? (await (await caches.open(files)).match(offlinePage)) ?? Response.error()
}

function inTime(answer: Promise<Response>): Promise<Response> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('No answer in time')), patience)
  })
  return Promise.race([answer, late])
}

async function cachedAt(path: string): Promise<Response | undefined> {
  if (isOwn(path)) {
    await sweep(Date.now())
    return (await caches.has(own)) ? (await caches.open(own)).match(path) : undefined
  }
  return isForAll(path) ? (await caches.open(pages)).match(path) : undefined
}

/** Stores a page that is the same for all, without the frame's data about its visitor. */
async function note(request: Request, answer: Response): Promise<void> {
  const { pathname, search } = new URL(request.url)
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (!answer.ok || answer.redirected || !isPage || search !== '' || !isForAll(pathname)) return
  const cache = await caches.open(pages)
  await cache.delete(pathname)
  await cache.put(pathname, asCached(await answer.text(), answer))
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - mostPages))) await cache.delete(old)
}
