import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

// Requirement (rules): The log writes times as text where that is set
test('the time of a line is milliseconds since 1970, or a text where the setting says so', () => {
  const timeOf = (isoTimes: boolean) => {
    const lines: string[] = []
    createLog('info', { destination: { write: (line) => void lines.push(line) }, isoTimes }).info(
      'x',
    )
    return JSON.parse(lines[0] ?? '').time
  }
  assert.equal(typeof timeOf(false), 'number')
  const text = timeOf(true)
  assert.equal(new Date(text).toISOString(), text)
})
