/** Each language has the same texts, and counts by its own rules. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { first as firstDe } from './de/first.ts'
import { own as ownDe } from './de/own.ts'
import { proof as proofDe } from './de/proof.ts'
import { queue as queueDe } from './de/queue.ts'
import { shop as shopDe } from './de/shop.ts'
import { first } from './en/first.ts'
import { own } from './en/own.ts'
import { proof as proofEn } from './en/proof.ts'
import { queue as queueEn } from './en/queue.ts'
import { shop as shopEn } from './en/shop.ts'
import { first as firstEs } from './es/first.ts'
import { own as ownEs } from './es/own.ts'
import { proof as proofEs } from './es/proof.ts'
import { queue as queueEs } from './es/queue.ts'
import { shop as shopEs } from './es/shop.ts'
import { first as firstFr } from './fr/first.ts'
import { own as ownFr } from './fr/own.ts'
import { proof as proofFr } from './fr/proof.ts'
import { queue as queueFr } from './fr/queue.ts'
import { shop as shopFr } from './fr/shop.ts'
import { days, leftOf, moment, price } from './guide-words.ts'
import { words as me } from './me-words.ts'
import { mineWords } from './mine-words.ts'
import { offlineWords } from './offline-words.ts'
import { basketWords, words as shop } from './shop-words.ts'
import './all.ts'
import { type PageLanguage, speakBy } from './speech.ts'

const english = namesOf({ ...first, shop: shopEn, ...own, queue: queueEn, proof: proofEn })
const catalogues = {
  de: { ...firstDe, shop: shopDe, ...ownDe, queue: queueDe, proof: proofDe },
  fr: { ...firstFr, shop: shopFr, ...ownFr, queue: queueFr, proof: proofFr },
  es: { ...firstEs, shop: shopEs, ...ownEs, queue: queueEs, proof: proofEs },
}

/** Returns the names of all texts, with `()` for functions; an empty text is reported in its name. */
function namesOf(words: unknown, path = ''): string[] {
  if (typeof words === 'function') return [`${path}()`]
  if (typeof words !== 'object' || words === null) return [words === '' ? `${path} is empty` : path]
  return Object.entries(words)
    .flatMap(([key, value]) => namesOf(value, `${path}.${key}`))
    .toSorted()
}

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`no word is missing in ${language}`, () => {
    assert.deepEqual(namesOf(catalogue), english)
  })
}

const texts: Record<keyof typeof catalogues, string[]> = {
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
}
for (const [language, expected] of Object.entries(texts)) {
  test(`plurals, prices, days and words are those of ${language}`, () => {
    assert.deepEqual(inLanguage(language as PageLanguage, told), expected)
  })
}

function told(): string[] {
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

function inLanguage<Made>(language: PageLanguage, act: () => Made): Made {
  speakBy(() => language)
  try {
    return act()
  } finally {
    speakBy(() => 'en')
  }
}

test('the pages find each catalogue of every language', () => {
  for (const file of ['pages/guide/words.ts', 'pages/guide/queue/words.ts']) {
    const globs = [...readFileSync(file, 'utf8').matchAll(/import\.meta\.glob<.*?>\('([^']+)'/g)]
    assert.ok(globs.length > 1, file)
    for (const [, pattern = ''] of globs) {
      const found = globSync(pattern, { cwd: dirname(file) })
      assert.equal(found.length, 1 + Object.keys(catalogues).length, `${file}: ${pattern}`)
    }
  }
})
