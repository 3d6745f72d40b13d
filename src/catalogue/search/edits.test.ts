import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsOf } from './edits.ts'

for (const [why, name, typed] of [
  ['two letters exchanged', 'metallica', 'metalilca'],
  ['a letter doubled', 'metallica', 'mettallica'],
  ['a letter missing', 'metallica', 'metalica'],
  ['another letter', 'metallica', 'metqllica'],
  ['a letter too many', 'metallica', 'metalplica'],
  ['the first letter missing', 'metallica', 'etallica'],
  ['the last letter missing', 'metallica', 'metallic'],
  ['another first letter', 'metallica', 'netallica'],
  ['a Cyrillic letter', 'аквариум', 'аквариом'],
  ['a Greek letter', 'νοστοσ', 'νοστασ'],
  ['a Thai letter', 'คาราบาว', 'คาราบาม'],
  ['a Japanese letter', 'あいどる', 'あいどろ'],
  ['a Chinese letter too many', '東京事変', '東京事事変'],
  ['a letter beside a digit', 's4mm', 's4nm'],
] as const) {
  test(`${why} is an edit`, () => assert.ok(editsOf(typed).includes(name)))
}

test('the likelier errors come first', () => {
  const edits = editsOf('kmi')
  const places = ['kim', 'kmmi', 'kami', 'kbi', 'ki'].map((edit) => edits.indexOf(edit))
  assert.ok(!places.includes(-1))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
})

test('edits differ from the text and from each other, and are well-formed', () => {
  for (const text of ['aab', 'kim', '🎪a', 'metallica']) {
    const edits = editsOf(text)
    assert.equal(new Set(edits).size, edits.length)
    assert.ok(!edits.includes(text) && !edits.includes(''))
    assert.ok(edits.every((edit) => edit.isWellFormed()))
  }
})

test('digits and signs are never edited', () => {
  for (const edit of editsOf('harbour2027')) assert.match(edit, /2027/)
  assert.deepEqual([editsOf('1975'), editsOf('!!!')], [[], []])
})

test('one letter, and a text that is too long, have none', () => {
  assert.deepEqual([editsOf('x'), editsOf('x'.repeat(33))], [[], []])
  assert.ok(editsOf('x'.repeat(32)).length < 2_500)
})
