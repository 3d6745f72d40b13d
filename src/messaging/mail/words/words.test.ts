import assert from 'node:assert/strict'
import { test } from 'node:test'
import { german } from './de.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'

const named = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

for (const [language, words] of Object.entries({ german, french, spanish })) {
  test(`mails in ${language} say all that they are given`, () => {
    for (const [english, text] of Object.entries(words)) {
      assert.deepEqual(named(text), named(english), english)
      assert.notEqual(text.trim(), '', english)
    }
  })
}
