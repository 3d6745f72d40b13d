import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { dataBlock, gridStyle, html, type Shown, webAddress } from './markup.ts'

const cases: [name: string, markup: ReturnType<typeof html>, text: string][] = [
  [
    'text is escaped',
    html`<p>${'<b> & "x" \'y\''}</p>`,
    '<p>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>',
  ],
  [
    'and so is an attribute',
    html`<p title="${'"><script>'}">`,
    '<p title="&quot;&gt;&lt;script&gt;">',
  ],
  ['markup stays markup', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  ['arrays follow each other', html`${['<', html`<i>`, [1, '&']]}`, '&lt;<i>1&amp;'],
  ['absent values are nothing', html`a${null}${undefined}${false}b${0}`, 'ab0'],
  ['markup may stand inside a tag', html`<p${html` hidden`}${null}>`, '<p hidden>'],
  ['the mark for the nonce is only ours', html`<p>${'__NONCE__'}</p>`, '<p>&#95;_NONCE__</p>'],
  ['signs that replace() knows are signs', html`<p>${'$& $1 $`'}</p>`, '<p>$&amp; $1 $`</p>'],
]
for (const [name, markup, text] of cases) {
  test(name, () => assert.equal(markup.text, text))
}

const faults: [name: string, write: (text: Shown) => unknown][] = [
  ['an attribute without quotes', (text) => html`<p title=${text}>`],
  ['an attribute in single quotes', (text) => html`<p title='${text}'>`],
  ['an attribute of a name of theirs', (text) => html`<p ${text}="1">`],
  ['a tag of a name of theirs', (text) => html`<${text}>`],
  ['after a quoted attribute', (text) => html`<p title="${text}" ${text}>`],
]
for (const [name, write] of faults) {
  test(`text is refused as ${name}`, () => {
    assert.throws(() => write('x'), /A text inside a tag/)
    assert.throws(() => write(['x']), /A text inside a tag/)
  })
}

test('no text makes markup, and it is read back unchanged', () => {
  const entities: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#95': '_',
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = html`<p title="${text}">${text}</p>`.text
      const [, title, inner] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/s.exec(written) ?? []
      const read = (part = '') =>
        part.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '?')
      assert.equal(read(title), text)
      assert.equal(read(inner), text)
    }),
  )
})

test('no text ends a block of data, and all of it is read back', () => {
  for (const text of ['</script><script>', '<!--', '\u2028 & >', '__NONCE__', '"\\']) {
    const { text: block } = dataBlock({ name: text })
    const [, json = ''] =
      /^<script type="application\/ld\+json">([^<>&]*)<\/script>$/.exec(block) ?? []
    assert.doesNotMatch(json, /__NONCE__/)
    assert.deepEqual(JSON.parse(json), { name: text })
  }
})

test('a style sheet of a page contains only numbers', () => {
  assert.equal(
    gridStyle([
      { name: 't1', rows: [1, 13], columns: [2, 3] },
      { name: 's0', columns: [1, 3] },
    ]).text,
    '<style nonce="__NONCE__">.t1{grid-row:1/13;grid-column:2/3}.s0{grid-column:1/3}</style>',
  )
})

test('a page links to http and https only', () => {
  for (const address of ['https://music.example/x', 'http://music.example']) {
    assert.equal(webAddress(address), address)
  }
  for (const address of [
    null,
    '',
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '/x',
    'x',
  ]) {
    assert.equal(webAddress(address), null)
  }
})

test('a form that only a script sends cannot be sent before the script listens', () => {
  const files = globSync('src/web/**/*.ts', { exclude: ['**/*.test.ts'] })
  const forms = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/<form(?<opening>[^>]*)>.*?<\/form>/gs),
  ])
  const byScript = forms.filter(
    ({ groups }) => !/ (action|method)=/.test(groups?.['opening'] ?? ''),
  )
  assert.ok(byScript.length > 8)
  const early = byScript.filter(([form]) => !/<button[^>]* type="submit" disabled>/.test(form))
  assert.deepEqual(
    early.map(([form]) => form),
    [],
  )
})
