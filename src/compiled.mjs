/**
 * Keeps compiled code between starts, which makes one four times as fast. What lies in that folder is run, and Node
 * does not check who put it there: so only a folder is taken that no other user can write to, or none at all.
 * Plain JavaScript without dependencies, for `node --import` and for a Node of the system (20 or newer).
 */
import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** Who owns this file decides anyway what is run. */
const trusted = new Set([0, process.geteuid?.(), fs.statSync(root).uid])

/** Why other users could put code into a folder, or undefined. `top` is the last folder above it that counts. */
function dangerOf(folder, top) {
  for (let at = folder; ; at = path.dirname(at)) {
    const status = fs.lstatSync(at)
    if (!trusted.has(status.uid)) return `${at} belongs to another user`
    if (status.isSymbolicLink()) {
      // One that the operator names may lie behind links, as systemd's do: what they lead to is looked at too.
      if (top !== '/') return `${at} is a symbolic link`
    } else {
      // In a folder with the sticky bit, such as /tmp, only the owner of an entry can replace it.
      const others = at === folder ? 0o022 : status.mode & 0o1000 ? 0 : 0o002
      if (status.mode & others) return `other users can write to ${at}`
    }
    if (at === top) return undefined
  }
}

/** Takes a folder into use, or returns why not. */
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

/** Node has taken the operator's own folder into use before this is asked: a bad one costs a second start. */
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
  // For what this process starts as well: it neither looks again nor says it again.
  process.env.NODE_DISABLE_COMPILE_CACHE = '1'
  delete process.env.NODE_COMPILE_CACHE
  if (given) {
    const { execPath, execArgv, argv, env } = process
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
  }
}

keepCompiled()
