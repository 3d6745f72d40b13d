import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#platform/config/read'
import { hostsOf } from './hosts.ts'

for (const [named, ...hosts] of [
  ['postgresql://u:p@one:5432/festival', 'postgresql://u:p@one:5432/festival'],
  [
    'postgresql://u:p@one:5432,two:5433/festival?sslmode=require',
    'postgresql://u:p@one:5432/festival?sslmode=require',
    'postgresql://u:p@two:5433/festival?sslmode=require',
  ],
  ['postgres://one,[::1]:5433', 'postgres://one', 'postgres://[::1]:5433'],
  ['postgres://u:a,b@one/festival', 'postgres://u:a,b@one/festival'],
  [
    'postgresql:///festival?host=%2Fa,%2Fb&port=5432',
    'postgresql:///festival?host=%2Fa&port=5432',
    'postgresql:///festival?host=%2Fb&port=5432',
  ],
  [
    'postgresql:///festival?host=one,two&port=1,2',
    'postgresql:///festival?host=one&port=1',
    'postgresql:///festival?host=two&port=2',
  ],
] as const) {
  test(`${named} names ${hosts.length} hosts`, () => {
    assert.deepEqual(hostsOf(named), hosts)
  })
}

// Requirement (rules): `DATABASE_URL` takes several hosts and finds the writable one
test('DATABASE_URL and DATABASE_DIRECT_URL take several hosts', () => {
  const url = 'postgresql://u:p@one:5432,two:5432/festival'
  const config = readConfig({ DATABASE_URL: `${url}/`, DATABASE_DIRECT_URL: url })
  assert.deepEqual([config.DATABASE_URL, config.DATABASE_DIRECT_URL], [url, url])
})

for (const [DATABASE_URL, message] of [
  ['postgresql://one:5432,,two:5432/festival', /^DATABASE_URL must name each of its hosts, as in /],
  ['postgresql://one:x,two:5432/festival', /^DATABASE_URL must name each of its hosts, as in /],
  ['postgresql:///festival?host=%2Fa,', /^DATABASE_URL must name each of its hosts, as in /],
  ['mysql://one,two/festival', /^DATABASE_URL must be a URL that starts with postgres:\/\/ or /],
] as const) {
  test(`refuses ${DATABASE_URL}`, () => {
    assert.throws(() => readConfig({ DATABASE_URL }), { name: 'BadConfiguration', message })
  })
}
