/** No word is read while a module is loaded: it would stay in the language that was spoken then. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { speakBy, spokenHere } from './speech.ts'

const folder = new URL('../', import.meta.url)
/** These learn all words as they are loaded: what they import is loaded before. */
const serving = new Set([
  'reader.ts',
  'fan.ts',
  'fan-routes.ts',
  'guide.ts',
  'guide-draft.ts',
  'shop.ts',
  'index.ts',
  'routes.ts',
])

test('modules of the pages read their words when they are used', async () => {
  speakBy(() => assert.fail('a word was read as a module was loaded'))
  const modules = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !serving.has(name),
  )
  assert.ok(modules.includes('me-page.ts') && modules.includes('guide-festival.ts'))
  for (const name of modules) await import(new URL(name, folder).href)
  assert.throws(spokenHere, /was read/, 'none of them has learned the words')
})
