import fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ifAllowed, inRoot, root } from './files.mjs'
import { Impossible } from './impossible.mjs'

/** Longer than any set-up takes, and how long a lock lasts without a sign of life of its owner, in ms. */
const longestWait = 600_000
const longestSilence = 10_000
const file = inRoot('.setup-turn')

/**
 * Runs one set-up at a time in a folder: `work`, unless `isDone` says that there is nothing to do, before or
 * after waiting for another one.
 * @throws Impossible when another one does not end
 */
export async function locked(isDone, work) {
  if (isDone()) return
  const unlock = await lock()
  try {
    if (!isDone()) await work()
  } finally {
    unlock()
  }
}

/**
 * The lock file is in the folder itself, where only users who can change the set-up can create one; a lock of
 * another user, of a process that is gone, or without a sign of life is ignored.
 */
async function lock() {
  for (const begun = Date.now(); ; await setTimeout(100)) {
    try {
      fs.writeFileSync(file, `${process.pid}`, { flag: 'wx' })
      return hold()
    } catch (error) {
      // In a folder of another user nothing is set up that could collide.
      if (error.code !== 'EEXIST') return () => {}
    }
    if (!isHeld()) fs.rmSync(file, { force: true, recursive: true })
    else if (Date.now() - begun > longestWait) {
      throw new Impossible(
        `Another set-up of this folder does not end. If there is none: rm ${file}`,
      )
    }
  }
}

function hold() {
  const signs = setInterval(() => {
    const now = new Date()
    ifAllowed(() => fs.utimesSync(file, now, now))
  }, 1_000)
  return () => {
    clearInterval(signs)
    fs.rmSync(file, { force: true })
  }
}

function isHeld() {
  try {
    const { uid, mtimeMs } = fs.lstatSync(file)
    const isOurs = [process.geteuid?.(), 0, fs.statSync(root).uid].includes(uid)
    if (!isOurs || Math.abs(Date.now() - mtimeMs) > longestSilence) return false
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
