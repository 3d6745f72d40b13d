import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { planted } from './faults/planted-bugs.ts'

// The harnesses run more rarely than the files change.
for (const [name, { file, right, wrong }] of Object.entries(planted)) {
  test(`the bug ${name} can still be planted`, async () => {
    const parts = (await readFile(file, 'utf8')).split(right)
    assert.equal(parts.length, 2, `${file} has this once: ${right}`)
    assert.notEqual(right, wrong)
  })
}
