import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTranslations, inLanguage, languageOf, mostLanguages } from './translations.ts'

const german = { de: { name: 'Wochenende', description: 'Drei Tage' } }

test('a change adds to what is there, and null removes a text or a language', () => {
  const changes: [given: object, expected: object][] = [
    [{ fr: { name: 'Week-end' } }, { ...german, fr: { name: 'Week-end' } }],
    [{ de: { name: 'Alle Tage' } }, { de: { name: 'Alle Tage', description: 'Drei Tage' } }],
    [{ DE: { name: null } }, { de: { description: 'Drei Tage' } }],
    [{ de: { name: null, description: null } }, {}],
    [{ de: null }, {}],
    [{ fr: null }, german],
    [{ fr: {} }, german],
    [{}, german],
  ]
  for (const [given, expected] of changes) {
    assert.deepEqual(changeTranslations(german, given as never), expected)
  }
  assert.equal(changeTranslations(german, undefined), german)
})

test('a tag of no language, one given twice, and too many languages are refused by name', () => {
  const refusals: [given: object, path: string, message: RegExp][] = [
    [{ xx: {} }, 'translations.xx', /not the tag of a language/],
    [{ 'de-de': {}, 'de-DE': {} }, 'translations.de-DE', /given twice, as de-DE/],
    [
      Object.fromEntries(
        Array.from({ length: mostLanguages + 1 }, (_, nth) => [
          `de-${String.fromCodePoint(65 + nth)}A`,
          { name: 'x' },
        ]),
      ),
      'translations',
      /at most 20 languages/,
    ],
  ]
  for (const [given, path, message] of refusals) {
    assert.throws(
      () => changeTranslations({}, given as never),
      (error: any) => error.facts.fields[0].path === path && message.test(error.message),
      path,
    )
  }
})

const tier = {
  id: 1,
  name: 'Weekend',
  description: 'Three days',
  language: 'en',
  translations: {
    de: { name: 'Wochenende' },
    'pt-BR': { name: 'Fim de semana', description: 'Dias' },
  },
}

// Requirement (rules): contract §4.15: which text a reader is shown
test('each text is in the language that its reader wants most and that it is there in', () => {
  const shown: [wanted: string[], name: string, description: string, spoken: object][] = [
    [['de'], 'Wochenende', 'Three days', { name: 'de' }],
    [['de-CH', 'pt'], 'Wochenende', 'Dias', { name: 'de', description: 'pt-BR' }],
    [['en-GB', 'de'], 'Weekend', 'Three days', {}],
    [['fr', 'pt-PT'], 'Fim de semana', 'Dias', { name: 'pt-BR', description: 'pt-BR' }],
    [['fr'], 'Weekend', 'Three days', {}],
    [[], 'Weekend', 'Three days', {}],
  ]
  for (const [wanted, name, description, spoken] of shown) {
    const found = inLanguage(tier, wanted)
    assert.deepEqual(
      [found.name, found.description, found.spoken],
      [name, description, spoken],
      wanted.join(),
    )
  }
})

test('a text is said to be in its own language where that is known, and no record is changed', () => {
  const before = structuredClone(tier)
  const found = inLanguage(tier, ['de'])
  assert.deepEqual([languageOf(found, 'name'), languageOf(found, 'description')], ['de', 'en'])
  assert.deepEqual(tier, before)
  const { language: _, ...unsaid } = tier
  assert.equal(languageOf(inLanguage(unsaid, []), 'name'), undefined)
  assert.equal(inLanguage(unsaid, ['en', 'de']).name, 'Wochenende')
  const plain: { name: string; language?: string } = { name: 'Plain' }
  assert.deepEqual(inLanguage(plain, ['de']), { name: 'Plain', spoken: {} })
})
