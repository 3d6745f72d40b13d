import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { orderA, orderB, orderC } from '../../../../test/documents/samples.ts'
import type { DocumentData } from '../model/document.ts'
import { renderDocument } from './render.ts'
import { openRenderer } from './renderer.ts'

const renderer = openRenderer()
after(() => renderer.close())

const bytesOf = ({ xml, pdf }: { xml: Uint8Array; pdf: Uint8Array }) =>
  Buffer.concat([xml, pdf]).toString('base64')

test('a thread makes the same bytes as the process does, in any order', async () => {
  const documents = [orderA(), orderB(), orderC()]
  const made = await Promise.all(documents.map((document) => renderer.run(document)))
  const expected = await Promise.all(documents.toReversed().map(renderDocument))
  assert.deepEqual(made.map(bytesOf), expected.toReversed().map(bytesOf))
})

test('a document that cannot be made fails alone', async () => {
  const broken = { ...orderA(), language: 'xx' } as unknown as DocumentData
  const [first, second] = await Promise.allSettled([renderer.run(broken), renderer.run(orderB())])
  assert.equal(first?.status, 'rejected')
  assert.equal(second?.status, 'fulfilled')
})
