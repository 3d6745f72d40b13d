/**
 * The page of a gate or a till in a thread of its own, which can be ended at any moment: the page's own modules, with a store
 * on disk in place of IndexedDB, and a network that can be cut.
 */
import { registerHooks } from 'node:module'
import { type Setup } from './messages.ts'
import { send } from './network.ts'
import { setup } from './setup.ts'

/** What needs a browser, and what stands for it here. */
const replaced: Record<string, string> = {
  'pages/shared/tables.ts': 'tables.ts',
  'pages/shared/page.ts': 'page.ts',
}
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const own = Object.entries(replaced).find(([page]) => found.url.endsWith(page))?.[1]
    return own ? { ...found, url: new URL(own, import.meta.url).href } : found
  },
})
Object.assign(globalThis, { window: globalThis, location: { origin: setup.url }, fetch: send })
Object.defineProperty(navigator, 'onLine', { value: true })

const pages: Record<Setup['kind'], () => Promise<unknown>> = {
  gate: () => import('./gate.ts'),
  till: () => import('./till.ts'),
}
await pages[setup.kind]()
