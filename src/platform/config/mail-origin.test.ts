import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailOrigin } from './mail-origin.ts'

const settings = { PUBLIC_URL: undefined, NODE_ENV: 'development', PORT: 3001 } as const

test('links in mails lead to PUBLIC_URL, or to this machine while developing', () => {
  const PUBLIC_URL = 'https://festival.example'
  assert.equal(mailOrigin({ ...settings, PUBLIC_URL }), PUBLIC_URL)
  assert.equal(mailOrigin(settings), 'http://localhost:3001')
  assert.equal(mailOrigin({ ...settings, PORT: 0 }), undefined)
  assert.equal(mailOrigin({ ...settings, NODE_ENV: 'production' }), undefined)
})
