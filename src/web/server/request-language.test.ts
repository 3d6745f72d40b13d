/** Pages are in the language that their reader chose, otherwise in the first that their browser requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, moment, sum } from '#common/words/guide-words'
import { pageLocale, setLanguage } from '#common/words/locale'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aQueue } from '../../../test/queues.ts'
import { aWorld } from '../../../test/world.ts'

const shell = '<html lang="en"><!-- head --><!-- body --></html>'
const world = await aWorld({ parts: { pagesFolder: await builtPages(shell) } })

const open = async (url: string, given: Record<string, string> = {}) => {
  const headers = { accept: 'text/html', ...given }
  const { statusCode, body, headers: answered } = await world.app.inject({ url, headers })
  return { statusCode, body, answered }
}
const languageOf = (body: string) => /<html lang="(\w+)"/.exec(body)?.[1]

const { festival: sold } = await aQueue(world)
const room = `/guide/${sold.id}/queue`

/** A text of each page that identifies its language. */
const spoken: [url: string, language: ReaderLanguage, words: RegExp][] = [
  ['/', 'en', /Where will you dance next\?/],
  ['/', 'de', /Wo tanzen Sie als Nächstes\?/],
  ['/', 'es', /¿Dónde será su próximo baile\?/],
  ['/?for=qqq', 'de', /Nichts gefunden für „qqq“/],
  ['/guide/none', 'de', /Seite nicht gefunden/],
  ['/checkout', 'de', /Noch nichts zu bezahlen/],
  ['/tickets', 'de', /Noch keine Tickets/],
  ['/sign-in', 'de', /Code per E-Mail senden/],
  ['/guide/offline', 'de', /Keine Verbindung/],
  [`/guide/${sold.id}`, 'de', /Wird der Reihe nach verkauft, per Auslosung/],
  [room, 'de', /Es kommt nicht darauf an, wer zuerst da ist/],
  [room, 'fr', /Peu importe qui arrive en premier/],
  [room, 'es', /No importa quién llega primero/],
  [`${room}/proof`, 'fr', /Il n’y a encore rien à vérifier/],
  ['/', 'fr', /Où danserez-vous la prochaine fois/],
  ['/checkout', 'fr', /Votre panier est vide/],
  ['/tickets', 'fr', /Pas encore de billets/],
  ['/sign-in', 'fr', /Recevoir un code/],
  ['/guide/offline', 'fr', /Pas de connexion/],
  ['/', 'it', /Dove si balla la prossima volta\?/],
  ['/checkout', 'it', /Ancora nulla da pagare/],
  ['/tickets', 'it', /Ancora nessun biglietto/],
  ['/sign-in', 'it', /Inviami un codice/],
  [room, 'it', /Non importa chi arriva prima/],
  [`${room}/proof`, 'it', /Ancora nulla da verificare/],
]
for (const [url, language, words] of spoken) {
  test(`${url} in ${language}`, async () => {
    const { body, answered } = await open(url, { 'accept-language': `${language};q=0.9,nl;q=0.1` })
    assert.match(body, words)
    assert.equal(languageOf(body), language)
    assert.equal(answered['vary'], 'accept-encoding, accept-language, cookie')
  })
}

test('the choice of a reader is remembered, and leads back to the page', async () => {
  const { id } = await aFestival(world)
  const there = `/guide/${id}?artists=1`
  const referer = `http://localhost:80${there}`
  const { statusCode, answered } = await open('/guide/language?to=de', {
    referer,
    host: 'localhost:80',
  })
  assert.equal(statusCode, 303)
  const cookie = `${answered['set-cookie']}`.split(';')[0] ?? ''
  assert.equal(cookie, 'festival_language=de')
  assert.match(`${answered['set-cookie']}`, /HttpOnly; SameSite=Lax/)
  const [english, german] = await Promise.all([
    open(there, { 'accept-language': 'en' }),
    open(there, { 'accept-language': 'en', cookie }),
  ])
  assert.deepEqual(
    [english, german].map(({ body }) => languageOf(body)),
    ['en', 'de'],
  )
})

test('the link of a language leads to no other host, and sets nothing unknown', async () => {
  for (const referer of ['https://evil.example/guide', 'http://localhost:80//evil.example', 'no']) {
    const { answered } = await open('/guide/language?to=xx', { referer, host: 'localhost:80' })
    assert.equal(answered['location'], '/', referer)
    assert.equal(answered['set-cookie'], undefined)
  }
})

test('a page says prices and times as its reader writes them', async () => {
  const festival = await aFestival(world, { time_zone: 'Europe/Berlin' })
  await aTier(world, { festival_id: festival.id, price_cents: 128_950 })
  const german = await open(`/guide/${festival.id}`, { 'accept-language': 'de' })
  assert.match(german.body, /1\.289,50\u00a0€/)
  const english = await open(`/guide/${festival.id}`, { 'accept-language': 'en' })
  assert.match(english.body, /€1,289\.50/)
})

test('each language has its forms of days, times and sums', () => {
  const span = {
    start_time: '2027-07-01T12:00:00Z',
    end_time: '2027-07-04T22:00:00Z',
    time_zone: 'UTC',
  }
  const forms: Record<ReaderLanguage, [days: string, moment: string, sum: string]> = {
    en: ['1–4 Jul 2027', 'Thu 1 Jul, 12:00', '€129.00'],
    de: ['1.–4. Juli 2027', 'Do., 1. Juli, 12:00', '129,00 €'],
    fr: ['1–4 juil. 2027', 'jeu. 1 juil., 12:00', '129,00 €'],
    es: ['1–4 jul 2027', 'jue, 1 jul, 12:00', '129,00 €'],
    it: ['01–04 lug 2027', 'gio 1 lug, 12:00', '129,00 €'],
  }
  for (const [language, expected] of Object.entries(forms)) {
    setLanguage(() => language as ReaderLanguage)
    const told = [days(span), moment(span.start_time, 'UTC'), sum(129)]
    assert.deepEqual(
      told.map((text) => text.replace(/\s/g, ' ')),
      expected,
      pageLocale(),
    )
  }
})
