import { own } from './caches.ts'

/** The storage key of a fan's choice to keep their pages in this browser. */
export const choice = 'festival-keep'

/** The storage key of this browser's numbers in waiting rooms. */
export const numbersPlace = 'festival-queue-numbers'

/** Runs one tab's work after the other's, so that nothing is stored after it was removed. */
export const inTurn = <Answer>(act: () => Promise<Answer>): Promise<Answer> =>
  navigator.locks ? navigator.locks.request('festival-kept', act) : act()

/** Returns true if this browser has pages of a fan, or the choice to keep them. */
export const mayBeCached = async (): Promise<boolean> =>
  localStorage.getItem(choice) !== null || (await caches.has(own))

/** Removes a fan's pages from this browser, and the choice to keep them. */
export async function deleteCached(): Promise<void> {
  if (!('caches' in globalThis)) return
  await inTurn(async () => {
    localStorage.removeItem(choice)
    await caches.delete(own)
  }).catch(() => undefined)
}

/** Ends this browser's notifications, even if only its push service knows of them. */
export async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Removes this browser's data of a fan after their session: kept pages, notifications, and numbers in waiting rooms. */
export async function deleteFanData(): Promise<void> {
  deleteNumbers()
  await Promise.all([deleteCached(), endPushes().catch(() => undefined)])
}

function deleteNumbers(): void {
  try {
    localStorage.removeItem(numbersPlace)
  } catch {
    // A browser without storage has nothing to remove.
  }
}
