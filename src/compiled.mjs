/**
 * Caches compiled code between starts, which makes a start four times as fast. Code in that folder is executed,
 * and Node does not check its author: so the folder must not be writable by any other user; otherwise none is
 * used. Plain JavaScript without dependencies, for `node --import` and for a Node of the system (20 or newer).
 */
import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** The owner of this file is trusted: they control the executed code anyway. */
const trusted = new Set([0, process.geteuid?.(), fs.statSync(root).uid])

/** Returns the reason why other users could put code into a folder, or undefined. `top` is the last folder above it that counts. */
function dangerOf(folder, top) {
  for (let at = folder; ; at = path.dirname(at)) {
    const status = fs.lstatSync(at)
    if (!trusted.has(status.uid)) return `${at} belongs to another user`
    if (status.isSymbolicLink()) {
      // A folder named by the operator may lie behind links, as with systemd: the targets of the links are checked too.
      if (top !== '/') return `${at} is a symbolic link`
    } else {
      // In a folder with the sticky bit, such as /tmp, only the owner of an entry can replace it.
      const others = at === folder ? 0o022 : status.mode & 0o1000 ? 0 : 0o002
      if (status.mode & others) return `other users can write to ${at}`
    }
    if (at === top) return undefined
  }
}

/** Starts to use a folder, or returns the reason why it cannot. */
function use(folder, top) {
  try {
    if (fs.existsSync(top)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const danger = dangerOf(folder, top)
    if (danger !== undefined) return danger
    const { status, message } = module.enableCompileCache(folder)
    return status === module.constants.compileCacheStatus.FAILED ? message : undefined
  } catch (error) {
    return error.message
  }
}

/** Node already uses the operator's own folder before this check: an unsafe one costs a second start. */
function checkGiven(given) {
  try {
    return dangerOf(path.resolve(given), '/') ?? dangerOf(fs.realpathSync(given), '/')
  } catch (error) {
    return error.message
  }
}

function keepCompiled() {
  const { NODE_COMPILE_CACHE: given, DATA_DIR, NODE_DISABLE_COMPILE_CACHE: off } = process.env
  if (off || !module.enableCompileCache) return
  const data = path.resolve(DATA_DIR || 'data')
  const why = given
    ? checkGiven(given)
    : use(path.join(root, 'node_modules', '.cache', 'compile'), root) &&
      use(path.join(data, 'compiled'), data)
  if (why === undefined) return
  process.stderr.write(`Compiled code is not kept, so starts take longer: ${why}\n`)
  // Also for processes started by this one: they neither check again nor repeat the message.
  process.env.NODE_DISABLE_COMPILE_CACHE = '1'
  delete process.env.NODE_COMPILE_CACHE
  if (given) {
    const { execPath, execArgv, argv, env } = process
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
  }
}

keepCompiled()
