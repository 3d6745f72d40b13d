import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAtLinks } from './links.ts'

const linksIn = (text: string) =>
  splitAtLinks(text).flatMap(({ text, isLink }) => (isLink ? [text] : []))

const kehl = 'https://de.wikipedia.org/wiki/Kehl_(Rhein)'
const plain = 'https://harbour.example/a?b=1&c=2'

for (const [text, ...links] of [
  [`See ${kehl}`, kehl],
  [`See ${kehl}.`, kehl],
  [`(see ${kehl})`, kehl],
  [`(see ${kehl}).`, kehl],
  [`(${plain})`, plain],
  [`[${plain}]`, plain],
  [`The map [${plain}], and (${plain}/x).`, plain, `${plain}/x`],
  [`"${plain}"`, plain],
  [`“${plain}”`, plain],
  [`„${plain}“`, plain],
  [`»${plain}«.`, plain],
  [`« ${plain} »`, plain],
  [`‘${plain}’, then`, plain],
  [`'${plain}'.`, plain],
  [`‹${plain}›`, plain],
  [`<${plain}>`, plain],
  [`${plain}… and`, plain],
  [`Really ${plain}?!`, plain],
  [`${plain}: the map`, plain],
  [`詳細は${plain}。次`, plain],
  [`「${plain}」`, plain],
  [`（${plain}）`, plain],
  [`${plain},${plain}`, `${plain},${plain}`],
  [`${plain}\n${kehl}`, plain, kehl],
  ['https://x.example/Rock_’n’_Roll', 'https://x.example/Rock_’n’_Roll'],
  ['https://x.example/Foo–Bar_(1)_(2))', 'https://x.example/Foo–Bar_(1)_(2)'],
  ['https://x.example/a_[b]', 'https://x.example/a_[b]'],
  ['https://x.example/größe/日本', 'https://x.example/größe/日本'],
  ['https://x.example/', 'https://x.example/'],
  ['HTTPS://X.example', 'HTTPS://X.example'],
  ['https://x.example/#top)', 'https://x.example/#top'],
  ['https:// and http://.'],
  ['javascript:alert(1)'],
] as const) {
  test(`links of ${text}`, () => {
    assert.deepEqual(linksIn(text), links)
    assert.equal(
      splitAtLinks(text)
        .map((piece) => piece.text)
        .join(''),
      text,
    )
  })
}

test('many brackets take no long time', () => {
  const text = `https://x.example/${')'.repeat(100_000)}`
  assert.deepEqual(linksIn(text), ['https://x.example/'])
})
