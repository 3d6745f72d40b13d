import { spawn } from 'node:child_process'
import { root } from './files.mjs'

/** Runs a program in the folder of the project to its end, and returns its status and output. */
export function run(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    const end = (status) => resolve({ status, said: Buffer.concat(said).toString() })
    child.on('error', (error) => {
      said.push(Buffer.from(error.message))
      end(1)
    })
    child.on('close', (status) => end(status ?? 1))
  })
}
