import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOf, isSameLanguage, readAcceptLanguage, toLanguage } from './languages.ts'

test('a tag is read in its canonical spelling, and one of no language is not', () => {
  const tags = {
    DE: 'de',
    'pt-br': 'pt-BR',
    'zh-hant-tw': 'zh-Hant-TW',
    iw: 'he',
    'de-u-co-phonebk': 'de',
    qqx: undefined,
    und: undefined,
    english: undefined,
    de_AT: undefined,
    '': undefined,
    [`de-${'x'.repeat(40)}`]: undefined,
    __proto__: undefined,
  }
  for (const [given, expected] of Object.entries(tags)) assert.equal(toLanguage(given), expected)
  assert.equal(toLanguage('__proto__'), undefined)
})

test('who reads one language reads its regions, but not its other script', () => {
  assert.ok(isSameLanguage('de-AT', 'de'))
  assert.ok(isSameLanguage('en', 'en-GB'))
  assert.ok(!isSameLanguage('zh-TW', 'zh'))
  assert.ok(!isSameLanguage('de', 'nl'))
})

test('the best of several is the same tag, else the same language, in the order of the reader', () => {
  assert.equal(bestOf(['pt-BR'], ['pt', 'pt-BR']), 'pt-BR')
  assert.equal(bestOf(['pt-BR'], ['en', 'pt']), 'pt')
  assert.equal(bestOf(['fr', 'de'], ['de', 'en']), 'de')
  assert.equal(bestOf(['fr'], ['de', 'en']), undefined)
  assert.equal(bestOf([], ['de']), undefined)
})

test('Accept-Language is read by weight; what is unknown or unwanted is left out', () => {
  const headers: Record<string, string[]> = {
    'de-AT,de;q=0.9,en;q=0.8': ['de-AT', 'de', 'en'],
    'en;q=0.2, fr': ['fr', 'en'],
    'de;q=0, en': ['en'],
    '*': [],
    'qqx, de, de': ['de'],
    'de;q=high, en': ['en'],
    'en;Q=0.5,de': ['de', 'en'],
    'a,b,c,de,en,fr,es,it,nl,da': ['de', 'en', 'fr', 'es', 'it'],
    '': [],
  }
  for (const [header, expected] of Object.entries(headers)) {
    assert.deepEqual(readAcceptLanguage(header), expected, header)
  }
  assert.deepEqual(readAcceptLanguage(), [])
  assert.equal(readAcceptLanguage('de,'.repeat(100_000)).length, 1)
})
