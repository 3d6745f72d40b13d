const hour = 3_600_000

/**
 * Caches the page for use without a network, and lets a newer version take over between two scans.
 * @param page its address
 * @param isIdle whether the page may be reloaded at this moment
 * @param onNewer called when a newer page waits for `takeOver`
 */
export async function cachePage(
  page: string,
  isIdle: () => boolean,
  onNewer: (takeOver: () => void) => void,
): Promise<void> {
  const workers = navigator.serviceWorker
  // The first worker takes over the page that installed it, which has the same version; until then the guide's worker
  // may control it.
  const isOwn = (worker: ServiceWorker | null) =>
    worker?.scriptURL.endsWith(`${page}/sw.js`) === true
  let isFirst = !isOwn(workers.controller)
  workers.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload()
    isFirst = false
  })
  const registration = await workers.register(`${page}/sw.js`, { scope: page })
  const offer = () => {
    const { waiting } = registration
    if (!waiting || !workers.controller) return
    const takeOver = () => waiting.postMessage('take over', [])
    if (isIdle()) takeOver()
    else onNewer(takeOver)
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  offer()
  setInterval(() => registration.update().catch(() => undefined), hour)
}
