/** What counts as added to the API, or as no difference, and when the changelog names it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changesOf, unmentioned } from './api-changes.ts'
import { additions, removals } from './description-diff.ts'
import { answerOf, before, bodyOf, type Case, changed, read, write } from './small-description.ts'

type Added = [what: string, change: (draft: any) => void, added: object[]]

const post = { operation: 'POST /artists' }
const added: Added[] = [
  ['an operation', (d) => (d.paths['/gigs/{id}'] = { get: {} }), [{ operation: 'GET /gigs/:id' }]],
  [
    'an event',
    (d) => (d.webhooks['artist.gone'] = { post: {} }),
    [{ operation: 'event artist.gone' }],
  ],
  [
    'a parameter',
    (d) => read(d).parameters?.push({ in: 'query', name: 'expand' }),
    [{ operation: 'GET /artists', name: 'expand', record: undefined }],
  ],
  [
    'a value of a parameter',
    (d) => read(d)['parameters']?.[1]?.schema?.enum?.push('running'),
    [{ operation: 'GET /artists', name: 'running', record: undefined }],
  ],
  [
    'a field of a body',
    (d) => (bodyOf(d).properties.label = { type: 'string' }),
    [{ ...post, name: 'label', record: undefined }],
  ],
  [
    'a field of an answer, without its own fields',
    (d) => (answerOf(d).properties.label = { type: 'object', properties: { id: {} } }),
    [{ ...post, name: 'label', record: 'Artist' }],
  ],
]

suite('what is added takes nothing away, and is named:', () => {
  for (const [what, change, expected] of added) {
    // Requirement (rules): What counts as no difference, null in an enum among it
    test(what, () => {
      const after = changed(change)
      assert.deepEqual(removals(before, after), [])
      assert.deepEqual(additions(before, after), expected)
    })
  }
})

const harmless: Case[] = [
  [
    'another order of forms',
    (d) => {
      const { schema } = write(d).requestBody.content['application/json']
      schema.anyOf = schema.anyOf.toReversed()
    },
    '',
  ],
  [
    'anyOf as an array of types',
    (d) => (answerOf(d).properties.bio = { type: ['null', 'string'] }),
    '',
  ],
  [
    'null beside the values of an enum',
    (d) => {
      const kind = { type: 'string', enum: ['solo', 'band'] }
      bodyOf(d).properties.kind = { anyOf: [kind, { type: 'null' }] }
    },
    '',
  ],
  [
    'an answer that is never null any more',
    (d) => (answerOf(d).properties.bio = { type: 'string' }),
    '',
  ],
  [
    'wider limits',
    (d) => Object.assign(bodyOf(d).properties.fee, { minimum: -1, maximum: 101 }),
    '',
  ],
  ['a limit that is dropped', (d) => delete bodyOf(d).properties.name.minLength, ''],
  ['a field that may be left out', (d) => bodyOf(d).required.pop(), ''],
  ['another way in', (d) => read(d).security?.push({ publishable: [] }), ''],
  ['prose', (d) => (answerOf(d).properties.name.description = 'As on posters'), ''],
]

suite('no difference:', () => {
  for (const [what, change] of harmless) {
    test(what, () => {
      const after = changed(change)
      assert.notDeepEqual(after, before)
      assert.deepEqual([removals(before, after), additions(before, after)], [[], []])
    })
  }
})

const changelog = `# Changelog

## 1.1.0

### API

- \`GET /gigs/:id\` answers one gig, and \`artist.gone\` is sent.
- An artist has a \`label\`;
  \`GET /artists\` takes \`expand=label\`.

## 1.0.0

### API

- \`GET /old\`
`

suite('an addition is mentioned where the changelog names', () => {
  const entries = changesOf(changelog)
  const label = { operation: 'POST /artists', name: 'label' }
  const cases = [
    ['the operation', { operation: 'GET /gigs/:id' }, []],
    ['the event', { operation: 'event artist.gone' }, []],
    ['the field and its record', { ...label, record: 'Artist' }, []],
    ['the parameter and its operation', { operation: 'GET /artists', name: 'expand' }, []],
    ['not another record', { ...label, record: 'Plan' }, ['label of Plan (POST /artists)']],
    ['not the field alone', label, ['label of POST /artists']],
    ['not another operation', { operation: 'GET /gigs' }, ['GET /gigs']],
    ['not an earlier release', { operation: 'GET /old' }, ['GET /old']],
  ] as const
  for (const [what, addition, missing] of cases) {
    test(what, () => assert.deepEqual(unmentioned([addition], entries), missing))
  }

  test('one operation of several that have the same field of a record', () => {
    const added = ['POST /artists', 'GET /artists'].map((operation) => ({
      operation,
      name: 'label',
      record: 'Act',
    }))
    assert.deepEqual(unmentioned(added, entries), [])
  })
})
