import { own } from './caches.ts'

/** Whether this browser keeps a fan's pages, as they chose. */
export const choice = 'festival-keep'

/** The numbers in waiting rooms that this browser was told. */
export const numbersPlace = 'festival-queue-numbers'

/** One tab after the other, so that nothing is kept after it was forgotten. */
export const inTurn = <Answer>(act: () => Promise<Answer>): Promise<Answer> =>
  navigator.locks ? navigator.locks.request('festival-kept', act) : act()

/** Whether this browser has pages of a fan, or the choice to keep them. */
export const mayBeKept = async (): Promise<boolean> =>
  localStorage.getItem(choice) !== null || (await caches.has(own))

/** Removes a fan's pages from this browser, and the choice to keep them. */
export async function forgetKept(): Promise<void> {
  if (!('caches' in globalThis)) return
  await inTurn(async () => {
    localStorage.removeItem(choice)
    await caches.delete(own)
  }).catch(() => undefined)
}

/** Ends the notifications that this browser shows, also where its push service alone knows of them. */
export async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Removes what this browser has of a fan whose session is over: kept pages, notifications, and numbers in waiting rooms. */
export async function forgetFan(): Promise<void> {
  forgetNumbers()
  await Promise.all([forgetKept(), endPushes().catch(() => undefined)])
}

function forgetNumbers(): void {
  try {
    localStorage.removeItem(numbersPlace)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
