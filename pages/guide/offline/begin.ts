import { mayBeCached } from './forget.ts'

/** Registers the worker. The script that stores, lists and forgets pages is loaded only if there is, or may be, something to store. */
export async function workOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  void navigator.serviceWorker.register('/guide/worker.js', { scope: '/' }).catch(() => undefined)
  const isAbout = document.querySelector('[data-offline], [data-keep]') !== null
  if (isAbout || (await mayBeCached().catch(() => false)))
    await (await import('./keep.ts')).withCachedPages()
}
