import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Builds the worker of pages for devices beside such a page as `sw.js`, and defines the files of the page: `FILES`, and `VERSION`,
 * which differs whenever anything in the page does.
 */
export function offlineWorker(): Plugin {
  let base = '/'
  return {
    name: 'offline-worker',
    enforce: 'post',
    config: ({ root = '.' }) => ({
      build: {
        rolldownOptions: {
          input: { index: join(root, 'index.html'), sw: join(root, '../shared/sw.ts') },
          output: {
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    }),
    configResolved: (config) => {
      base = config.base
    },
    generateBundle: (_options, bundle) => {
      const names = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .toSorted()
      const page = bundle['index.html']
      const worker = bundle['sw.js']
      if (page?.type !== 'asset' || worker?.type !== 'chunk')
        throw new Error('A page or its worker is missing')
      const version = createHash('sha256')
        .update(`${names} ${page.source}`)
        .digest('hex')
        .slice(0, 12)
      worker.code = worker.code
        .replaceAll(/\bFILES\b/g, () => JSON.stringify(names.map((name) => base + name)))
        .replaceAll(/\bVERSION\b/g, () => JSON.stringify(version))
    },
  }
}
