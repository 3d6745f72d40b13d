import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compose } from './compose.ts'

const to = 'ada@harbour.example'
const usual = { to, preheader: 'p', language: 'en' }

// Requirement (rules): contract §6.5 Mails: HTML and text say the same
test('a mail says the same as text and as HTML', () => {
  const url = 'https://festival.example/console/#reset=fst_reset_1&email=ada%40harbour.example'
  const { text, html, ...rest } = compose({
    ...usual,
    subject: 'Reset your password',
    preheader: 'The link works once.',
    parts: [
      'A new password was requested.',
      { label: 'Choose a new password', url },
      { copy: 'fst_reset_1' },
      {
        facts: [
          ['Festival', 'Tide'],
          ['Paid', '€12.00'],
        ],
      },
    ],
    reason: 'If it was not you, ignore this mail.',
  })
  assert.deepEqual(rest, { to, subject: 'Reset your password' })
  assert.equal(
    text,
    [
      'A new password was requested.',
      `Choose a new password:\n\n${url}`,
      'fst_reset_1',
      'Festival: Tide\nPaid: €12.00',
      'If it was not you, ignore this mail.\n',
    ].join('\n\n'),
  )
  assert.deepEqual(shownIn(html ?? ''), [
    'The link works once.',
    'Reset your password',
    'A new password was requested.',
    'Choose a new password',
    'fst_reset_1',
    'Festival',
    'Tide',
    'Paid',
    '€12.00',
    'If it was not you, ignore this mail.',
  ])
  assert.match(html ?? '', /<html lang="en">/)
  assert.ok(html?.includes(` href="${url.replace('&', '&amp;')}"`), `${html}`)
})

/** The texts between the tags of the body, in their order. */
function shownIn(html: string): string[] {
  const body = html.slice(html.indexOf('<body'))
  return body.split(/<[^>]*>|\n/).filter((text) => text.trim() !== '')
}

test('no text becomes markup, and no attribute ends early', () => {
  const evil = '"><script>alert(1)</script>&amp;'
  const { html = '' } = compose({
    ...usual,
    subject: evil,
    preheader: evil,
    language: evil,
    parts: [
      evil,
      { label: evil, url: `https://x.example/${evil}` },
      { copy: evil },
      { facts: [[evil, evil]] },
    ],
    reason: evil,
  })
  assert.ok(!html.includes('<script'), html)
  const safe = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;'
  assert.equal(html.split(safe).length - 1, 11)
})

test('a mail loads nothing, and each element has its style, as mail programs drop those of the head', () => {
  const { html = '' } = compose({
    ...usual,
    subject: 's',
    parts: ['a', { copy: 'b' }],
    reason: 'r',
  })
  assert.doesNotMatch(html, /<(img|link|script|iframe|form)\b|url\(|@import|src=/i)
  for (const [element] of html.matchAll(/<[a-z][^>]* class="[^>]*>/g))
    assert.match(element ?? '', / style="[^"]+"/)
})

test('a line of text has at most 72 characters, and every word stays whole, in order', () => {
  const aWord = fc.string({
    minLength: 1,
    maxLength: 90,
    unit: fc.constantFrom('a', 'ü', '-', '.'),
  })
  fc.assert(
    fc.property(fc.array(aWord, { minLength: 1, maxLength: 40 }), (words) => {
      const { text } = compose({ ...usual, subject: 's', parts: [words.join(' ')], reason: 'r' })
      const paragraph = text.slice(0, text.indexOf('\n\nr\n'))
      assert.deepEqual(paragraph.split(/[ \n]/), words)
      for (const line of paragraph.split('\n')) {
        assert.ok(line.length <= 72 || !line.includes(' '), line)
      }
    }),
  )
})
