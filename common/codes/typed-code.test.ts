import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShortCode, toShortCode } from './short-code.ts'
import { plainCode, typedPatterns, withDigits, withLatin } from './typed-code.ts'

/** A code of three groups, written with a dash or a blank of a kind. */
const separators = {
  'a hyphen': '-',
  'a hyphen of typography': '\u2010',
  'a hyphen that does not break': '\u2011',
  'a figure dash': '\u2012',
  'an en dash': '–',
  'an em dash': '—',
  'a minus sign': '−',
  'a full-width hyphen': '－',
  'the long vowel of a Japanese keyboard': 'ー',
  'its half-width form': 'ｰ',
  'a wave dash': '〜',
  'a soft hyphen': '\u00ad',
  'a blank': ' ',
  'a blank that does not break': '\u00a0',
  'an ideographic blank': '\u3000',
  'a blank of no width': '\u200b',
  'a mark of direction': '\u200f',
  'dashes and blanks': ' – ',
  'a line break': '\r\n',
  nothing: '',
}

for (const [name, gap] of Object.entries(separators)) {
  test(`codes are read alike with ${name} between their groups`, () => {
    assert.equal(plainCode(`FRIENDS${gap}2027`), 'FRIENDS2027')
    assert.equal(plainCode(` friends${gap}2027${gap}`), 'FRIENDS2027')
    const code = toShortCode(new Uint8Array(9).fill(7))
    const grouped = [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join(gap)
    assert.equal(readShortCode(grouped), code)
  })
}

test('codes are read alike in full width, and with letters that look like digits', () => {
  assert.equal(plainCode('ＨＪＫＭ–ＮＰＱＲ–Ｓ８'), 'HJKMNPQRS8')
  assert.equal(plainCode('ｆｒｉｅｎｄｓ－２０２７'), 'FRIENDS2027')
  assert.equal(withDigits(plainCode('oil–O0 1l')), '0110011')
  assert.equal(withLatin(plainCode('АВС-ехо Οζ')), 'ABCEX00Z')
  assert.equal(withDigits(plainCode('АВС')), 'АВС')
})

// Digits of CLDR's numbering systems arab, arabext, deva, beng and thai, which keyboards of these languages type.
for (const digits of ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '๐๑๒๓๔๕๖๗๘๙']) {
  test(`the digits ${digits} are read as usual ones`, () => {
    assert.equal(plainCode(`friends-${digits}`), 'FRIENDS0123456789')
    assert.match(digits.slice(0, 6), new RegExp(typedPatterns.sixDigits, 'u'))
  })
}

test('a Turkish keyboard makes İ of i', () => {
  assert.equal(plainCode('frİends2027'), 'FRIENDS2027')
  assert.equal(plainCode('frıends2027'), 'FRIENDS2027')
})

test('the patterns of codes accept each separator, and other lengths and letters not', () => {
  const [six, sixteen] = [
    new RegExp(typedPatterns.sixDigits, 'u'),
    new RegExp(typedPatterns.sixteenCharacters, 'u'),
  ]
  for (const gap of Object.values(separators)) {
    assert.match(`014${gap}233`, six)
    assert.match(` 7k3m${gap}9QXT${gap}2adf${gap}0YVH `, sixteen)
  }
  for (const other of ['12345', '1234567', 'abcdef', '']) assert.doesNotMatch(other, six)
  for (const other of ['7K3M-9QXT-2ADF', '7K3M-9QXT-2ADF-0YVH-1'])
    assert.doesNotMatch(other, sixteen)
})

test('codes that differ in a sign of their own differ', () => {
  for (const other of ['FRIENDS_2027', 'FRIENDS.2027', 'FRIENDS2028', 'FRIENDSÉ2027'])
    assert.notEqual(plainCode(other), 'FRIENDS2027')
})
