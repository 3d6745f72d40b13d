import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './text.ts'

for (const [text, key] of [
  ['Denmark', 'denmark'],
  ['ESPAÑA', 'españa'],
  ['Espan\u0303a', 'españa'],
  ['ΑΘΗΝΑ', 'αθηνα'],
  ['Україна', 'україна'],
]) {
  test(`compares ${text} as ${key}`, () => assert.equal(fold(text ?? ''), key))
}
