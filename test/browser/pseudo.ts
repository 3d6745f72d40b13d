/**
 * A language that is none: English, longer and with accents, each text in brackets. The service speaks it in place of English
 * in a test's process alone, and browsers of the test load their words through it. What is left without brackets was
 * never in a catalogue.
 */
import type { Page } from 'playwright-core'
import { register, wordsIn } from '#common/words/all'
import { languages } from '#platform/values/reader-languages'

/** Runs in the browser too, as text: it uses nothing from outside. */
function pseudo<Words>(words: Words): Words {
  const accents: Record<string, string> = { a: 'á', e: 'ê', i: 'ï', o: 'ö', u: 'ú', n: 'ñ', c: 'ç' }
  const say = (text: string): string => {
    const accented = text.replace(/[aeiounc]/g, (letter) => accents[letter] ?? letter)
    return text === ''
      ? ''
      : `⟦${accented} ${'éééé '
          .repeat(text.length)
          .slice(0, Math.ceil(text.length / 3))
          .trim()}⟧`
  }
  const told = (value: unknown): unknown => {
    if (typeof value === 'string') return say(value)
    if (typeof value === 'function') return (...given: unknown[]) => told(value(...given))
    if (Array.isArray(value)) return value.map(told)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, told(one)]))
  }
  return told(words) as Words
}

/** From now on, the pages of this process say everything in the language that is none. */
export function speakPseudo(): void {
  register('en', pseudo(wordsIn('en')))
}

/** The scripts of a page load their words in it, too. */
export async function loadPseudo(page: Page): Promise<void> {
  // With its stream, a page would never be idle.
  await page.route('**/notifications/sse', (route) => route.abort())
  await page.route(/\/en-[a-z]+-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch()
    const { pathname } = new URL(route.request().url())
    const text = await response.text()
    const [, names = ''] = /export\{([^}]*)\}/.exec(text) ?? []
    const exported = names.split(',').map((name) => name.split(' as ').at(-1)?.trim() ?? '')
    const body = [
      `import * as real from '${pathname}?real'`,
      `${pseudo}`,
      ...exported.map((name) => `const as_${name} = pseudo(real[${JSON.stringify(name)}])`),
      `export { ${exported.map((name) => `as_${name} as ${name}`).join(', ')} }`,
    ]
    await route.fulfill({ response, body: body.join('\n') })
  })
}

/**
 * Returns what a reader sees or hears on a page that is in no catalogue. Notifications, each in the language of
 * its user, and badges are texts that the service has stored, and countries are named by `Intl`: they are left aside.
 */
export async function leftOut(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const aside =
      'script, style, template, noscript, code, [hidden], .calls, .notices, .badges, [name=country] option[value]:not([value=""])'
    const said = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(aside)) said.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const one of document.querySelectorAll(`[${name}]`)) {
        if (!one.closest(aside)) said.push(one.getAttribute(name) ?? '')
      }
    }
    return said
  })
  return texts.map(withoutTold).filter((text) => /\p{Script=Latin}{2,}/u.test(text))
}

const known = [
  // Names of languages, of this service, and of what is called so everywhere.
  new RegExp(
    Object.values(languages)
      .map(({ name }) => name)
      .join('|'),
    'g',
  ),
  /\b(?:UTC|CES?T|GMT|min|h)\b/g,
  // Days and months as `Intl` writes them, e-mails, codes.
  /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/g,
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/g,
  /\S+@\S+|\b[A-Z\d]{4}(?:[ -][A-Z\d]{4})+\b/g,
  /\b[\da-f]{8}-[\da-f-]{27}\b/g,
]

/** A text without what a catalogue says, and what is the same in every language. */
function withoutTold(text: string): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '')
  }
  return known.reduce((left, pattern) => left.replace(pattern, ''), rest).trim()
}
