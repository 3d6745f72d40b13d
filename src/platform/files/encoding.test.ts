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

const latin1 = (text: string) => Buffer.from(text, 'latin1')
for (const [language, bytes, encoding, text] of [
  ['Czech', 'P\xf8\xedb\xech; Dvo\xf8\xe1k', 'windows-1250', 'Příběh; Dvořák'],
  ['Polish', 'M\xeaskie Granie; \xa3\xf3d\x9f', 'windows-1250', 'Męskie Granie; Łódź'],
  ['Hungarian', 'El\xf5ad\xf3; B\xf6g\xf5zenekar', 'windows-1250', 'Előadó; Bögőzenekar'],
  ['Russian', '\xca\xe8\xed\xee; \xd1\xf6\xe5\xed\xe0', 'windows-1251', 'Кино; Сцена'],
  ['Danish', 'S\xf8ren; \xc6ther; \xc5lborg', 'windows-1252', 'Søren; Æther; Ålborg'],
  ['French', 'Sc\xe8ne; For\xeat', 'windows-1252', 'Scène; Forêt'],
  ['Portuguese', 'Jo\xe3o; Cora\xe7\xf5es', 'windows-1252', 'João; Corações'],
  ['German', '\xc4rzte; Stra\xdfe', 'windows-1252', 'Ärzte; Straße'],
] as const) {
  test(`a text of ${language} is in ${encoding}`, () => {
    assert.deepEqual(decodeText(latin1(bytes)), { text, encoding })
  })
}

test('a chosen encoding takes the place of what is recognized', () => {
  assert.equal(decodeText(latin1('\xc1\xe8\xde\xed\xe1'), 'windows-1253').text, 'Αθήνα')
})
