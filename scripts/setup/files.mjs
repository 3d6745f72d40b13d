/** Reads and writes in the folder of the project. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inRoot = (...names) => path.join(root, ...names)

/** The folder may belong to another user, as in an image: then it is only used as it is. */
export function ifAllowed(write) {
  try {
    write()
  } catch (error) {
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

export const link = (target, file) => ifAllowed(() => fs.symlinkSync(target, file))

/** The text of a file, or undefined. */
export function readText(...names) {
  try {
    return fs.readFileSync(inRoot(...names), 'utf8')
  } catch {
    return undefined
  }
}
