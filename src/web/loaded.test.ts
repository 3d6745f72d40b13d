/** No word is read while a module is loaded: it would stay in the language of that moment. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { pageLanguage, setLanguage } from '#common/words/locale'

const folder = new URL('.', import.meta.url)
/** These modules register all words when they load, which is after their own imports have loaded. */
const serving = new Set([
  'server/request-language.ts',
  'server/fan.ts',
  'server/fan-routes.ts',
  'guide-routes.ts',
  'guide/draft.ts',
  'shop-routes.ts',
  'index.ts',
  'routes.ts',
])

test('modules of the pages read their words when they are used', async () => {
  setLanguage(() => assert.fail('a word was read as a module was loaded'))
  const modules = globSync('{*,*/*,../../common/words/*-words}.ts', { cwd: folder }).filter(
    (name) => !name.endsWith('.test.ts') && !serving.has(name),
  )
  for (const name of ['account/page.ts', 'guide/festival.ts', '../../common/words/shop-words.ts'])
    assert.ok(modules.includes(name), name)
  for (const name of modules) await import(new URL(name, folder).href)
  assert.throws(pageLanguage, /was read/, 'none of them has set the language')
})
