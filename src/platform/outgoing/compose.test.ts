import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compose } from './compose.ts'

const to = 'ada@harbour.example'

test('a mail says the same as text and as HTML', () => {
  const url = 'https://festival.example/console/#reset=fst_reset_1&email=ada%40harbour.example'
  const { text, html, ...rest } = compose({
    to,
    subject: 'Reset your password',
    parts: [
      'A new password was requested.',
      { label: 'Choose a new password', url },
      { copy: 'fst_reset_1' },
    ],
    reason: 'If it was not you, ignore this mail.',
  })
  assert.deepEqual(rest, { to, subject: 'Reset your password' })
  assert.equal(
    text,
    [
      'Hello,',
      'A new password was requested.',
      `Choose a new password:\n\n${url}`,
      'fst_reset_1',
      'If it was not you, ignore this mail.\n',
    ].join('\n\n'),
  )
  for (const part of [
    '<h1>Reset your password</h1>',
    '<p>A new password was requested.</p>',
    `<a class="button" href="${url.replace('&', '&amp;')}">Choose a new password</a>`,
    '<code>fst_reset_1</code>',
    '<p class="reason">If it was not you, ignore this mail.</p>',
  ]) {
    assert.ok(html?.includes(part), `${part} is not in ${html}`)
  }
})

test('no text becomes markup, and no attribute ends early', () => {
  const evil = '"><script>alert(1)</script>&amp;'
  const { html = '' } = compose({
    to,
    subject: evil,
    parts: [evil, { label: evil, url: `https://x.example/${evil}` }, { copy: evil }],
    reason: evil,
  })
  assert.ok(!html.includes('<script'), html)
  assert.equal(html.split('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;').length - 1, 7)
})

test('a line of text has at most 72 characters, and every word stays whole, in order', () => {
  const aWord = fc.string({
    minLength: 1,
    maxLength: 90,
    unit: fc.constantFrom('a', 'ü', '-', '.'),
  })
  fc.assert(
    fc.property(fc.array(aWord, { minLength: 1, maxLength: 40 }), (words) => {
      const { text } = compose({ to, subject: 's', parts: [words.join(' ')], reason: 'r' })
      const paragraph = text.slice('Hello,\n\n'.length, text.indexOf('\n\nr\n'))
      assert.deepEqual(paragraph.split(/[ \n]/), words)
      for (const line of paragraph.split('\n')) {
        assert.ok(line.length <= 72 || !line.includes(' '), line)
      }
    }),
  )
})
