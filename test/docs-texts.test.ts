/** The texts beside the reference, as they are built from the Markdown of this repository. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { render } from '../scripts/docs-texts.ts'
import { docsTexts } from '../src/web/server/docs-texts.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const rendered = new Map(docsTexts.map(({ name, file }) => [name, render(read(file), file)]))
const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => found)

suite('each text has unique anchors, and its links lead to what is there', () => {
  for (const [name, { html }] of rendered) {
    // Requirement (rules): `/docs`: the texts beside the reference have anchors and links that lead
    //   somewhere
    test(name, () => {
      const ids = all(html, /\sid="([^"]*)"/g)
      assert.equal(new Set(ids).size, ids.length)
      for (const link of all(html, /href="([^"]*)"/g)) {
        if (/^https?:/.test(link)) continue
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? html : rendered.get(path.replace('/docs/', ''))?.html
        assert.ok(target !== undefined, link)
        if (anchor !== undefined) assert.ok(target.includes(`id="${anchor}"`), link)
      }
    })
  }
})

test('the pages of the contract link to each other, and have every heading beside them', () => {
  const { html, headings } = rendered.get('contract/festivals') ?? assert.fail()
  assert.match(html, /<a href="#45-the-map">section 4\.5<\/a>/)
  assert.match(html, /<a href="\/docs\/contract\/payments#75-refunds">/)
  const { html: operations } = rendered.get('contract/operations') ?? assert.fail()
  assert.match(operations, /<a href="\/docs\/webhooks">/)
  const written = all(read('docs/contract/festivals.md'), /^##+ (.*)$/gm)
  assert.deepEqual(
    headings.map(({ text }) => text),
    written,
  )
})

test('every page of the contract is a text, with the title of its heading', () => {
  const files = globSync('docs/contract/*.md').map((file) => file.replaceAll('\\', '/'))
  const contract = docsTexts.filter(({ file }) => file.startsWith('docs/contract/'))
  assert.deepEqual(contract.map(({ file }) => file).toSorted(), files.toSorted())
  for (const { file, title, parent } of contract) {
    if (parent) assert.equal(read(file).split('\n')[0], `# ${title}`)
  }
})

test('markup is shown as text, and a link to a file without a page is its words', () => {
  const { html } = render(
    '`<b>` & [security](security.md#limits)\n\n```sh\na <b> && c\n```\n',
    'docs/x.md',
  )
  assert.match(html, /<code>&lt;b&gt;<\/code> &amp; security<\/p>/)
  assert.match(html, /<pre class="scrolls"><code>a &lt;b&gt; &amp;&amp; c<\/code><\/pre>/)
})

test('a list of the sections of a text is left out, any other list stays', () => {
  const { html } = render('- [One](#one)\n\n## One\n\n- [Two](#one) and more\n', 'docs/x.md')
  assert.equal(all(html, /<li>(.*)<\/li>/g).length, 1)
})

test('a table without a head has none', () => {
  const { html } = render('| | |\n|---|---|\n| a | b |\n', 'docs/x.md')
  assert.doesNotMatch(html, /<th/)
})
