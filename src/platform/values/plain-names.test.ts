import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { personName, unlinked } from './plain-names.ts'

test('a name has no link that a mail program would make of it, and stays what it is without one', () => {
  for (const [name, read] of [
    ['Bella Notte Jazz', 'Bella Notte Jazz'],
    ['R.E.M. & AC/DC, Vol. 2', 'R.E.M. & AC/DC, Vol. 2'],
    ['Fête 3.5: l’été', 'Fête 3.5: l’été'],
    ['Win at evil.example', 'Win at evil. example'],
    ['https://evil.example/now', 'evil. example/now'],
    ['www.evil.example', 'www. evil. example'],
    ['evil。example', 'evil. example'],
    ['eve@evil.example', 'eve@evil. example'],
    ['two\nlines\u200b', 'two lines'],
  ] as const) {
    assert.equal(unlinked(name), read)
  }
})

test('whatever a name is, no domain and no scheme is left in it', () => {
  const part = fc.constantFrom(
    'evil',
    'example',
    '.',
    '。',
    '://',
    'https',
    ' ',
    '\u200b',
    '@',
    'ä',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      assert.doesNotMatch(unlinked(parts.join('')), /:\/\/|\S[.。]\p{L}{2}|\n/u)
    }),
  )
})

test('a person’s name is said, cut at 40 characters; anything else is not', () => {
  for (const name of [
    'Lena',
    'Sinéad O’Connor',
    'J.R.R. Tolkien',
    'Anne-Marie',
    '山田 太郎',
    'प्रिया',
  ]) {
    assert.equal(personName(name), name)
  }
  assert.equal(
    personName('Maria del Carmen Fernández Rodríguez de la Torre'),
    'Maria del Carmen Fernández Rodríguez de',
  )
  assert.equal(personName('x'.repeat(60)), 'x'.repeat(40))
  for (const text of [
    '',
    '-',
    '100 EUR',
    'eve@evil',
    'see evil.example',
    'http://x',
    'a/b',
    'Lena 🎸',
  ]) {
    assert.equal(personName(text), undefined, text)
  }
})
