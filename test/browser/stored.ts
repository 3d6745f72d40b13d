import type { Page } from 'playwright-core'

/** Returns everything that the page of a gate has stored in IndexedDB. */
export const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const db: any = await new Promise((resolve) => {
      const request = (globalThis as any).indexedDB.open('gate')
      request.onsuccess = () => resolve(request.result)
    })
    const all: Record<string, unknown[]> = {}
    for (const name of db.objectStoreNames) {
      all[name] = await new Promise((resolve) => {
        const request = db.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    }
    db.close()
    return all
  })
