#!/usr/bin/env node
/** The command `festival`: hands over to the Node of the service when the system's is older. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const inRoot = (path) => new URL(`../${path}`, import.meta.url).href
await import(inRoot('src/compiled.mjs'))
const { pinnedNode, setUp } = await import(inRoot('scripts/setup.mjs'))
await setUp()

if (Number.parseInt(process.versions.node, 10) >= 26) {
  await import(inRoot('src/cli.ts'))
} else {
  const command = [fileURLToPath(inRoot('src/cli.ts')), ...process.argv.slice(2)]
  const child = spawn(pinnedNode, command, { stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => {
    // In a terminal Ctrl+C reaches the child by itself, and twice would mean "at once".
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
