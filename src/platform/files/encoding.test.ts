import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, encodeWindows } from './encoding.ts'

const lists = {
  'a European language': 'Act\tStage\tTime\r\nÉmile\tGroße Bühne\t20:00\r\n',
  Japanese: `出演者\tステージ\t時間\r\n${'東京スカパラダイスオーケストラ\tメインステージ\t20:00\r\n'.repeat(40)}`,
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

for (const [language, text] of Object.entries(lists)) {
  test(`UTF-16 without a byte order mark is recognized in ${language}`, () => {
    assert.deepEqual(decodeText(utf16(text)), { text, encoding: 'utf-16le' })
    assert.deepEqual(decodeText(utf16(text).swap16()), { text, encoding: 'utf-16be' })
  })

  test(`UTF-8 stays UTF-8 in ${language}`, () => {
    assert.deepEqual(decodeText(Buffer.from(text)), { text, encoding: 'utf-8' })
  })
}

test('a single NUL in UTF-8 makes no UTF-16 of it', () => {
  const text = `${'Ebb Trio;Quay;20:00\n'.repeat(20)}\0`
  assert.equal(decodeText(Buffer.from(text)).encoding, 'utf-8')
})

test('windows-1252 has what is read from it again, letters without their marks, and question marks', () => {
  const text = 'Große Bühne – „Été“ 5 €'
  assert.deepEqual(decodeText(encodeWindows(text)), { text, encoding: 'windows-1252' })
  assert.equal(decodeText(encodeWindows('Łódź Dvořák 山 ü')).text, '?ódz Dvorák ? ü')
})
