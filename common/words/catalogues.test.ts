/** Each language has the same texts, with the same parameters, and counts by its own rules. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { languageCodes, languages, type ReaderLanguage } from '#platform/values/reader-languages'
import { wordsIn } from './all.ts'
import { days, leftOf, moment, price } from './guide-words.ts'
import { setLanguage } from './locale.ts'
import { words as me } from './me-words.ts'
import { mineWords } from './mine-words.ts'
import { pluralOf } from './numbers.ts'
import { offlineWords } from './offline-words.ts'
import { basketWords, words as shop } from './shop-words.ts'

const parametersOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

/**
 * Returns the names of all texts, with their parameters: `()` for functions. An empty text is reported in its name, and
 * so is a counting text whose forms differ in their parameters.
 */
function namesOf(words: unknown, path = ''): string[] {
  if (typeof words === 'function') return [`${path}()`]
  if (typeof words === 'string')
    return [[path, ...parametersOf(words), ...(words.trim() === '' ? ['is empty'] : [])].join(' ')]
  if (typeof words !== 'object' || words === null) return [path]
  if ('count' in words) {
    const forms = Object.entries(words).filter(([key]) => key !== 'count')
    return [
      ...new Set([
        `${path} counts ${String(words.count)}`,
        ...forms.flatMap(([, form]) => namesOf(form, path)),
      ]),
    ]
  }
  return Object.entries(words)
    .flatMap(([key, value]) => namesOf(value, `${path}.${key}`))
    .toSorted()
}

const files = (language: string) =>
  globSync(`${language}/*.ts`, { cwd: import.meta.dirname })
    .map((file) => file.slice(language.length))
    .toSorted()

for (const language of languageCodes) {
  test(`${language} has every text of English, and every file`, () => {
    assert.deepEqual(namesOf(wordsIn(language)), namesOf(wordsIn('en')))
    assert.deepEqual(files(language), files('en'))
  })

  test(`${language} names the plural categories of its numbers`, () => {
    const rules = new Intl.PluralRules(languages[language].locale)
    const chosen = new Set(Array.from({ length: 10_000 }, (_, number) => rules.select(number)))
    assert.deepEqual(new Set(languages[language].plurals), chosen.add('other'))
  })
}

test('the folders of languages are those that are listed', () => {
  const folders = globSync('*/', { cwd: import.meta.dirname })
  assert.deepEqual(folders.toSorted(), languageCodes.toSorted())
})

test('a language may have more plural categories: Polish has few and many', () => {
  const plural = pluralOf<Record<'one' | 'few' | 'many' | 'other', string>>('pl-PL')
  const forms = { one: 'bilet', few: 'bilety', many: 'biletów', other: 'biletu' }
  assert.deepEqual(
    [0, 1, 2, 4, 5, 12, 21, 22, 100, 1.5].map((number) => plural(number, forms)),
    [
      'biletów',
      'bilet',
      'bilety',
      'bilety',
      'biletów',
      'biletów',
      'biletów',
      'bilety',
      'biletów',
      'biletu',
    ],
  )
})

test('a number without a form of its own category has the last one', () => {
  assert.equal(pluralOf('es-ES')(1_000_000, { one: 'entrada', other: 'entradas' }), 'entradas')
})

const texts: Record<ReaderLanguage, string[]> = {
  en: [
    '1 left',
    '12,040 left',
    '€12,890.50',
    'Free',
    '1–4 Jul 2027',
    'Thu 1 Jul, 12:00',
    'Pay €129.00',
    'Buy one ticket · free',
    '2 tickets are held for you: VIP',
    'My timetable (3)',
    'No connection',
  ],
  de: [
    'Noch 1',
    'Noch 12.040',
    '12.890,50 €',
    'Kostenlos',
    '1.–4. Juli 2027',
    'Do., 1. Juli, 12:00',
    'Zahlungspflichtig bestellen · 129,00 €',
    '1 Ticket kaufen · kostenlos',
    '2 Tickets sind für Sie reserviert: VIP',
    'Mein Zeitplan (3)',
    'Keine Verbindung',
  ],
  fr: [
    'Plus que 1',
    'Plus que 12 040',
    '12 890,50 €',
    'Gratuit',
    '1–4 juil. 2027',
    'jeu. 1 juil., 12:00',
    'Payer 129,00 €',
    'Acheter 1 billet · gratuit',
    '2 billets réservés pour vous : VIP',
    'Mon programme (3)',
    'Pas de connexion',
  ],
  es: [
    'Queda 1',
    'Quedan 12.040',
    '12.890,50 €',
    'Gratis',
    '1–4 jul 2027',
    'jue, 1 jul, 12:00',
    'Pagar 129,00 €',
    'Comprar 1 entrada · gratis',
    '2 entradas reservadas para usted: VIP',
    'Mi horario (3)',
    'Sin conexión',
  ],
  it: [
    'Ne resta 1',
    'Ne restano 12.040',
    '12.890,50 €',
    'Gratis',
    '01–04 lug 2027',
    'gio 1 lug, 12:00',
    'Paga 129,00 €',
    'Acquista 1 biglietto · gratis',
    '2 biglietti riservati per lei: VIP',
    'Il mio programma (3)',
    'Nessuna connessione',
  ],
}
for (const language of languageCodes) {
  test(`plurals, prices, days and words are those of ${language}`, () => {
    setLanguage(() => language)
    assert.deepEqual(samples(), texts[language])
  })
}

function samples(): string[] {
  const span = {
    start_time: '2027-07-01T12:00:00Z',
    end_time: '2027-07-04T22:00:00Z',
    time_zone: 'UTC',
  }
  const left = (remaining: number) =>
    leftOf({ remaining, status: 'on_sale', next_release_at: null }, { ...span, start_time: null })
  return [
    left(1),
    left(12_040),
    price(12_890.5),
    price(0),
    days(span),
    moment(span.start_time, 'UTC'),
    shop.pay(129),
    basketWords.buy({ tickets: 1, others: 0 }, 0),
    me.held(2, 'VIP'),
    mineWords.open(3),
    offlineWords.title,
  ].map((text) => text.replaceAll(/\s/g, ' '))
}

test('the pages find each catalogue of every language', () => {
  for (const [file, least] of [
    ['pages/guide/queue/words.ts', 2],
    ['pages/guide/push/worker.ts', 1],
  ] as const) {
    const globs = [...readFileSync(file, 'utf8').matchAll(/import\.meta\.glob<.*?>\(\s*'([^']+)'/g)]
    assert.equal(globs.length, least, file)
    for (const [, pattern = ''] of globs) {
      const found = globSync(pattern, { cwd: dirname(file) })
      assert.equal(found.length, languageCodes.length, `${file}: ${pattern}`)
    }
  }
})
