/**
 * Plants a bug into a process of the harness by rewriting one source file as it is loaded: the harness must
 * find it, or its silence about the real code means nothing. `node --import ./test/faults/plant.ts`.
 */
import { registerHooks } from 'node:module'
import { planted } from './planted-bugs.ts'

const bug = planted[process.env['PLANT'] ?? '']
if (!bug) throw new Error(`PLANT must be one of ${Object.keys(planted)}`)

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(bug.file)) return loaded
    const { source: text = '' } = loaded
    const source = typeof text === 'string' ? text : Buffer.from(text as Uint8Array).toString()
    if (!source.includes(bug.right)) throw new Error(`${bug.file} has changed: plant the bug anew`)
    return { ...loaded, source: source.replace(bug.right, bug.wrong) }
  },
})
