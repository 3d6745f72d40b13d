/** What counts as taken away from the API: each change is made to a small description. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { removals } from './description-diff.ts'
import {
  answerOf,
  before,
  bodyOf,
  type Case,
  changed,
  eventOf,
  listedOf,
  queryOf,
  read,
  write,
} from './small-description.ts'

const taken: Case[] = [
  ['an operation', (d) => delete d.paths['/artists'].post, 'POST /artists is gone'],
  ['a path', (d) => delete d.paths['/artists'], 'GET /artists is gone'],
  ['an event', (d) => delete d.webhooks['artist.created'], 'event artist.created is gone'],
  ['a status', (d) => delete read(d).responses?.[404], 'GET /artists no longer answers 404'],
  ['an id', (d) => (read(d).operationId = 'artists'), 'GET /artists has another operationId'],
  [
    'a type of content',
    (d) => (write(d).responses[201].content = {}),
    'POST /artists 201 is no longer application/json',
  ],
  [
    'access',
    (d) => (read(d).security = [{ client: [], user: [] }]),
    'GET /artists is no longer open to client',
  ],
  [
    'a parameter',
    (d) => read(d).parameters?.shift(),
    'GET /artists query limit is no longer taken',
  ],
  [
    'a value of a parameter',
    (d) => read(d)['parameters']?.[1]?.schema?.enum?.shift(),
    'GET /artists query time no longer takes "past"',
  ],
  [
    'a default',
    (d) => (queryOf(d, 0).schema.default = 10),
    'GET /artists query limit has another default',
  ],
  [
    'a field of an answer',
    (d) => delete answerOf(d).properties.name,
    'POST /artists 201.name is gone',
  ],
  [
    'a field in a list',
    (d) => delete listedOf(d).properties.gigs.items.properties.place,
    'GET /artists 200[].gigs[].place is gone',
  ],
  [
    'that a field is always there',
    (d) => answerOf(d).required.pop(),
    'POST /artists 201.bio may now be absent',
  ],
  [
    'a value of an answer',
    (d) => answerOf(d).properties.state.enum.pop(),
    'POST /artists 201.state no longer answers "closed"',
  ],
  [
    'the set of values',
    (d) => delete answerOf(d).properties.state.enum,
    'POST /artists 201.state is no longer one of its values',
  ],
  [
    'a format',
    (d) => delete answerOf(d).properties.id.format,
    'POST /artists 201.id is no longer a uuid',
  ],
  [
    'a field of an event',
    (d) => delete eventOf(d).properties.bio,
    'event artist.created body.bio is gone',
  ],
  [
    'a field of a body',
    (d) => delete bodyOf(d).properties.bio,
    'POST /artists body.bio is no longer taken',
  ],
  [
    'null of a body',
    (d) => (bodyOf(d).properties.bio.type = 'string'),
    'POST /artists body.bio no longer takes null',
  ],
  [
    'fractions',
    (d) => (bodyOf(d).properties.fee.type = 'integer'),
    'POST /artists body.fee no longer takes number',
  ],
  [
    'a value of a body',
    (d) => bodyOf(d).properties.kind.enum.splice(1, 1),
    'POST /artists body.kind no longer takes "band"',
  ],
  [
    'a form of a body',
    (d) => write(d).requestBody.content['application/json'].schema.anyOf.shift(),
    'POST /artists body.artists is no longer taken',
  ],
]
const narrowed: Case[] = [
  [
    'a new type',
    (d) => (answerOf(d).properties.name.type = ['string', 'number']),
    'POST /artists 201.name may now be number',
  ],
  [
    'null',
    (d) => (answerOf(d).properties.name.type = ['string', 'null']),
    'POST /artists 201.name may now be null',
  ],
  [
    'a required body',
    (d) => (write(d).requestBody.required = true),
    'POST /artists body is now required',
  ],
  [
    'a required field',
    (d) => bodyOf(d).required.push('bio'),
    'POST /artists body.bio is now required',
  ],
  [
    'a new required field',
    (d) => bodyOf(d).required.push('label'),
    'POST /artists body.label is now required',
  ],
  [
    'a required parameter',
    (d) => (queryOf(d, 1).required = true),
    'GET /artists query time is now required',
  ],
  [
    'a minimum',
    (d) => (bodyOf(d).properties.fee.minimum = 1),
    'POST /artists body.fee has a narrower minimum: 1',
  ],
  [
    'a maximum',
    (d) => (bodyOf(d).properties.fee.maximum = 99),
    'POST /artists body.fee has a narrower maximum: 99',
  ],
  [
    'a length',
    (d) => (bodyOf(d).properties.name.maxLength = 100),
    'POST /artists body.name has a narrower maxLength: 100',
  ],
  [
    'a limit where there was none',
    (d) => (bodyOf(d).properties.bio.maxLength = 9),
    'POST /artists body.bio has a narrower maxLength: 9',
  ],
  [
    'fewer items',
    (d) => (bodyOf(d).properties.genres.maxItems = 9),
    'POST /artists body.genres has a narrower maxItems: 9',
  ],
  [
    'a limit of an item',
    (d) => (bodyOf(d).properties.genres.items.maxLength = 9),
    'POST /artists body.genres[] has a narrower maxLength: 9',
  ],
  [
    'a pattern',
    (d) => (bodyOf(d).properties.name.pattern = '\\S'),
    'POST /artists body.name has a narrower pattern: \\S',
  ],
  [
    'a set of values',
    (d) => (bodyOf(d).properties.name.enum = ['Ebb']),
    'POST /artists body.name now takes only some values',
  ],
  [
    'a closed body',
    (d) => (bodyOf(d).additionalProperties = false),
    'POST /artists body now refuses other fields',
  ],
]

suite('what is taken away is named:', () => {
  for (const [what, change, sentence] of taken) {
    // Requirement (rules): What counts as removed, narrowed or added
    test(what, () => assert.ok(removals(before, changed(change)).includes(sentence)))
  }
})

suite('what is narrower is named:', () => {
  for (const [what, change, sentence] of narrowed) {
    test(what, () => assert.deepEqual(removals(before, changed(change)), [sentence]))
  }
})
