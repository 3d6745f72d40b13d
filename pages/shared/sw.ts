/** Caches a page for devices, so that it opens without a network. API requests are not intercepted. */
declare const FILES: string[]
declare const VERSION: string

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & { request: Request; respondWith(answer: Promise<Response>): void }
type Host = {
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const worker = self as unknown as Host
/** The address of the page, such as `/gate`; its worker is `/gate/sw.js`. */
const page = location.pathname.slice(0, -'/sw.js'.length)
const assets = `${page}/assets/`
const family = `${page.slice(1)} `
const cacheName = family + VERSION

worker.addEventListener('install', (event) => event.waitUntil(cacheAll()))
worker.addEventListener('activate', (event) => event.waitUntil(claimPages()))
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  const isPage = mode === 'navigate' && pathname === page
  if (method !== 'GET' || origin !== location.origin) return
  if (isPage || pathname.startsWith(assets)) event.respondWith(find(event.request, pathname))
})

/** All or nothing: an incomplete version never takes over. */
async function cacheAll(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([page, ...FILES].map((url) => new Request(url, { cache: 'reload' })))
}

async function claimPages(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

async function find(request: Request, pathname: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(pathname, { ignoreVary: true })) ?? fetch(request)
}
