/** The Node the service runs on: a package for each platform, of which npm installs the one that fits. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { ifAllowed, inRoot } from './files.mjs'
import { Impossible } from './impossible.mjs'

const running = Number.parseInt(process.versions.node, 10)
/** The Node that the service is written for. */
const needed = 26

/** The Node of the packages. */
export const pinnedNode = inRoot('node_modules', '.bin', 'node')

/** @throws Impossible when the Node of the system is too old for the set-up itself */
export function requireNode() {
  if (running >= 20) return
  throw new Impossible(`This needs Node 20 or newer to start, and this is ${process.version}.`)
}

/** The Node that scripts run on: the one of the packages, where it runs. */
export const nodeOfService = () => (fs.existsSync(pinnedNode) ? pinnedNode : process.execPath)

/**
 * Makes sure that the service has a Node, because without one it could not report that itself.
 * @throws Impossible saying what to install
 */
export function checkNode() {
  const { error, status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // Then npm's scripts run on the Node of the system, and the next start can report this again.
  ifAllowed(() => fs.rmSync(pinnedNode, { force: true }))
  if (running < needed) throw new Impossible(whyNot(`${error?.message ?? ''}${stderr ?? ''}`))
}

function whyNot(said) {
  if (said.includes('libatomic')) {
    return (
      'The Node of the service needs the library libatomic. Install it: apt-get install libatomic1 ' +
      '(Debian, Ubuntu) or dnf install libatomic (Fedora, RHEL).'
    )
  }
  if (said.includes('ENOENT')) {
    return (
      `The Node of the service does not run on ${process.platform}-${process.arch} without glibc. ` +
      `Use Node ${needed} of the system, as in the image node:${needed}-alpine, or a system such as Debian.`
    )
  }
  return `The Node of the service does not run here: ${said.trim()}`
}
