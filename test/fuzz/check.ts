/** The checks of every answer. */
import assert from 'node:assert/strict'
import type { Contract } from '../contract.ts'
import type { Operation } from './operations.ts'
import type { Sent } from './requests.ts'
import type { Received } from './wire.ts'

/** Internal words of the service, the database, and tokens: no answer may contain them. */
const secret = /node_modules|\bat \w+ \(|\.ts:\d+|syntax error at|relation "|violates|password_hash/

/** Operations that look a host up, for two seconds at most. */
const lookups = new Set([
  'POST /webhooks',
  'PUT /webhooks/{id}',
  'POST /users/i/push-subscriptions',
])

/** The maximum time of an answer, ms. An export is some twenty statements, each of which waits for its turn. */
export const patienceFor = ({ id, name }: Operation) =>
  id === 'exportUser' ? 6_000 : lookups.has(name) ? 4_000 : 2_000

/** Returns the parsed body of an answer that keeps the contract; throws otherwise. */
export function checkAnswer(
  { operation, contract }: { operation: Operation; contract: Contract },
  sent: Sent,
  { status, headers, text, ms }: Received,
): unknown {
  assert.ok(status < 500 || status === 503, `status ${status}`)
  assert.ok(ms < patienceFor(operation), `it took ${Math.round(ms)} ms`)
  const isJson = `${headers['content-type']}`.startsWith('application/json')
  const body = isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined
  const url = operation.path.replaceAll(/\{\w+\}/g, 'x')
  contract.check({ method: operation.method, url }, { status, body })
  // A header that is too long is refused before there is a request.
  if (status !== 431) checkHeaders(status, headers)
  if (status >= 400) checkRefusal(body, text)
  const isAccepted = status < 300 && sent.isJson
  assert.ok(!isAccepted || operation.allows(sent.said), 'a body the description forbids was taken')
  if (sent.isJson) checkUnknown(operation, sent, { status, headers, body })
  return body
}

function checkHeaders(status: number, headers: Received['headers']) {
  assert.equal(headers['x-content-type-options'], 'nosniff', 'no nosniff')
  assert.match(headers['x-request-id']?.toString() ?? '', /^[\x21-\x7e]{1,128}$/, 'no request id')
  assert.equal(headers['set-cookie'], undefined, 'a cookie')
  assert.equal(
    headers['x-powered-by'] ?? headers['server'],
    undefined,
    'the server tells what it is',
  )
  if (status === 429 || status === 503) assert.match(headers['retry-after'] ?? '', /^\d+$/)
}

/** A strict request with something unknown is refused, and any other answer names all of it. */
function checkUnknown(
  operation: Operation,
  { url, headers: asked, said }: Sent,
  { status, headers, body }: Pick<Received, 'status' | 'headers'> & { body: unknown },
) {
  const [, query = ''] = url.split('?')
  const unknown = operation.unknownIn(new URLSearchParams(query), said)
  const isStrict = asked['prefer'] !== undefined
  if (status < 300) {
    assert.deepEqual(namedIn(headers['x-ignored']), isStrict ? [] : unknown.slice(0, 20).map(begun))
    assert.ok(!isStrict || unknown.length === 0, 'something unknown was taken')
  }
  const { fields = [] } = Object(body) as { fields?: { path: string; code: string }[] }
  const named = fields.flatMap(({ path, code }) => (code === 'unknown' ? [begun(path)] : []))
  assert.ok(isStrict || named.length === 0, 'it is refused without being asked to')
  const all = new Set(unknown.map(begun))
  assert.ok(
    named.every((name) => all.has(name)),
    `known to the description: ${named.join()}`,
  )
}

/** The names in a header `x-ignored`, at most twenty. */
function namedIn(header: string | string[] | undefined): string[] {
  const names = header === undefined ? [] : `${header}`.split(', ')
  return names
    .filter((name) => name !== '...')
    .map((name) => begun(decodeURIComponent(name.replace(/ \(did you mean .*\)$/, ''))))
}

/** The beginning of a path, which a long one is cut to. */
const begun = (path: string) => path.slice(0, 20)

function checkRefusal(body: unknown, text: string) {
  const { error } = Object(body) as { error?: unknown }
  assert.equal(typeof error, 'string', 'a refusal without an error')
  assert.notEqual(error, '', 'a refusal with an empty error')
  assert.doesNotMatch(text, secret)
}
