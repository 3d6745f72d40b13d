import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { showProgress } from './progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  const write = (text: string | Uint8Array) => written.push(`${text}`) > 0
  return { out: { isTTY, write }, written }
}

test('the bar shows share, rows, rows a second and the time left', () => {
  const { out, written } = terminal(true)
  let now = 1000
  const progress = showProgress(out, () => now)
  now += 30_000
  progress.show(0.25, 45_000)
  const line = stripVTControlCharacters(written.join('')).trim()
  assert.equal(line, `${'█'.repeat(8)}${'░'.repeat(22)}  25%  45,000 rows  1,500/s  1:30 left`)
})

test('without a terminal nothing is shown', () => {
  const { out, written } = terminal(false)
  const progress = showProgress(out)
  progress.show(0.5, 10)
  progress.clear()
  assert.deepEqual(written, [])
})
