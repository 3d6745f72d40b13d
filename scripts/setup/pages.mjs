import { arePagesBuilt, digestOfOwn, forgetBuilt, rememberBuilt } from './built-pages.mjs'
import { root } from './files.mjs'
import { Impossible } from './impossible.mjs'
import { locked } from './lock.mjs'
import { nodeOfService } from './node.mjs'
import { withProgress } from './progress.mjs'
import { run } from './run.mjs'

/**
 * Builds the pages, when their sources have changed.
 * @throws Impossible with what the build said; the earlier pages stay
 */
export async function providePages() {
  await locked(
    () => arePagesBuilt(root),
    () =>
      withProgress({ doing: 'Building the pages', estimate: 'about 10 s', done: 'Built' }, build),
  )
}

async function build() {
  const before = digestOfOwn(root)
  forgetBuilt(root)
  // The pages are always built for production.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, said } = await run(nodeOfService(), ['scripts/build-pages.ts'], env)
  if (status !== 0) throw new Impossible(`${said.trim()}\nThe pages could not be built.`, status)
  // Sources that changed meanwhile are built at the next start.
  rememberBuilt(root, before)
}
