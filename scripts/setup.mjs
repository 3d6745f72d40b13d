/**
 * Prepares everything for `npm start`, `npm test` and `npm run check`: the packages of package-lock.json, among
 * them the Node the service runs on, and the pages. Plain JavaScript without dependencies, because it runs
 * before they are installed, with the Node of the system (20 or newer). All output goes to standard error.
 */
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Impossible } from './setup/impossible.mjs'
import { pinnedNode, requireNode } from './setup/node.mjs'
import { providePackages } from './setup/packages.mjs'
import { providePages } from './setup/pages.mjs'

export { pinnedNode }

/**
 * Installs what is missing and builds what has changed; takes a few milliseconds when there is nothing to
 * do. Exits with one sentence and a status when that is impossible.
 */
export async function setUp() {
  try {
    requireNode()
    await providePackages({ withTools: needsTools(process.env.npm_lifecycle_event) })
    await providePages()
  } catch (error) {
    if (!(error instanceof Impossible)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error.status)
  }
}

/** The scripts of package.json that need more than the service does: test runner, type checker, browser. */
const needsTools = (script) => /^pre(test|check|bench)/.test(script ?? '')

const started = process.argv[1]
if (started && existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) {
  await setUp()
}
