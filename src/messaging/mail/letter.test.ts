import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsIn } from '#common/words/all'
import type { Mail } from '#platform/outgoing/mail'
import { languageCodes } from '#platform/values/reader-languages'
import { amount } from './format.ts'
import { letter, type MailName, type Params } from './letter.ts'
import type { MailTexts } from './templates/template.ts'
import { templates } from './templates/templates.ts'

const to = 'ada@harbour.example'
const config = {
  PUBLIC_URL: 'https://festival.example',
  NODE_ENV: 'production',
  PORT: 3000,
} as const
const texts = wordsIn('en').mails as MailTexts
const names = Object.keys(templates) as MailName[]

/** Returns all that a mail has of words and parts. */
function templateOf(name: MailName) {
  const { subject, preheader, reason } = texts[name]
  return { subject, preheader, reason, parts: templates[name](texts) }
}

/** Returns the parameters that a template names, and the lists among them. */
function namesIn(part: unknown): { names: string[]; lists: [string, string[]][] } {
  if (typeof part === 'string')
    return { names: [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), lists: [] }
  if (typeof part !== 'object' || part === null) return { names: [], lists: [] }
  if ('each' in part) {
    return { names: [], lists: [[String(part.each), namesIn(Object.values(part)).names]] }
  }
  const all = Object.values(part).map(namesIn)
  const when = 'when' in part ? [String(part.when)] : []
  return {
    names: [...when, ...all.flatMap(({ names }) => names)],
    lists: all.flatMap(({ lists }) => lists),
  }
}

/** A mail of any template, with the types of the catalogue. */
function written(
  name: MailName,
  valueOf: (name: string) => string | undefined,
  { of = config, language = 'en' } = {},
): Mail {
  const { names: named, lists } = namesIn(templateOf(name))
  const filled = (all: string[]) => Object.fromEntries(all.map((one) => [one, valueOf(one)]))
  const items = lists.map(([list, all]) => [list, [filled(all), filled(all)]])
  const params = { ...filled(named), ...Object.fromEntries(items) } as unknown as Params<MailName>
  return letter(of, name, { to, language, params })
}

for (const name of names) {
  test(`${name}: with all parameters nothing is left of its braces`, () => {
    for (const language of languageCodes) {
      const { subject, text, html = '' } = written(name, (param) => `<${param}>`, { language })
      for (const said of [subject, text, html.slice(html.indexOf('<body'))])
        assert.doesNotMatch(said, /[{}]/)
      for (const param of namesIn(templateOf(name)).names)
        assert.ok(!html.includes(`<${param}>`), `${param} became markup`)
    }
  })

  test(`${name}: without any it still has a subject, words and a reason, and says no undefined`, () => {
    const { subject, text, html = '' } = written(name, () => undefined)
    const last = texts[name].reason
    assert.ok(text.startsWith(`${texts.greeting}\n\n`))
    assert.ok(text.replaceAll(/\s+/g, ' ').includes(last), text)
    assert.ok(name === 'signInCode' || subject.length > 0, 'a subject')
    assert.doesNotMatch(`${subject}${text}${html}`, /undefined|\[object/)
  })

  // Requirement (rules): contract §6.5 Mails: links to PUBLIC_URL alone
  test(`${name}: whatever a parameter says, links lead to our own address`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const { html = '' } = written(name, () => `${value}//evil.example" href="javascript:x`)
        for (const [, url = ''] of html.matchAll(/ href="([^"]*)"/g)) {
          const { origin } = new URL(url.replaceAll('&amp;', '&'))
          assert.equal(origin, config.PUBLIC_URL)
        }
      }),
      { numRuns: 25 },
    )
  })

  test(`${name}: where no address is known there is no link`, () => {
    const without = { ...config, PUBLIC_URL: undefined }
    const { html = '' } = written(name, () => 'x', { of: without as never })
    assert.doesNotMatch(html, / href=/)
  })
}

test('a parameter is one line of text, and is not read for parameters of its own', () => {
  const params = {
    festival: 'Tide\r\n\r\n{festivalId}\u2028\u0007x',
    festivalId: 'ID',
    seller: undefined,
  }
  const { subject, text } = letter(config, 'transferAccepted', { to, language: null, params })
  assert.equal(subject, 'Your ticket for Tide {festivalId} x is handed on')
  assert.match(text, /^Your ticket for Tide \{festivalId\} x was accepted\.$/m)
})

test('of alternatives the first is said that has what it names, and a fact that lacks it is left out', () => {
  const nothing = {
    festival: undefined,
    where: 'Harbour',
    start: 'now',
    end: undefined,
    festivalId: undefined,
    expires: 'soon',
    sender: 'Lena',
    days: undefined,
    ticket: undefined,
    seller: undefined,
    email: undefined,
  }
  const { subject, text } = letter(config, 'transferOffered', {
    to,
    language: null,
    params: nothing,
  })
  assert.equal(subject, 'A ticket for you')
  assert.match(
    text,
    /^You are offered a ticket for a festival\.\n\nWhere: Harbour\n\nTo accept it/m,
  )
})

test('a text that counts has the form for its number, in the language of the reader', () => {
  const said = (language: string, many: number) =>
    letter(config, 'signInCode', { to, language, params: { code: '1', minutes: amount(many) } })
      .text.split('\n')
      .find((line) => line.includes(String(many)) && line !== '1')
  assert.equal(said('en', 30), 'It works once, for 30 minutes.')
  assert.equal(said('en', 1), 'It works once, for 1 minute.')
  assert.equal(said('fr', 1), 'Il est valable une fois, pendant 1 minute.')
  assert.equal(said('de', 30), 'Er gilt einmal und 30 Minuten lang.')
})
