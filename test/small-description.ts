/** A small description of an API, to which tests make one change at a time. */
import type { Description, Operation } from './description-diff.ts'
import type { Schema } from './schema-diff.ts'

const json = (schema: Schema) => ({ 'application/json': { schema } })

const artist = {
  title: 'Artist',
  type: 'object',
  required: ['id', 'name', 'bio'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    bio: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    state: { type: 'string', enum: ['open', 'closed'] },
    gigs: { type: 'array', items: { type: 'object', properties: { place: { type: 'string' } } } },
  },
}
const list = {
  operationId: 'listArtists',
  security: [{ client: [] }],
  parameters: [
    { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, default: 20 } },
    { in: 'query', name: 'time', schema: { type: 'string', enum: ['past', 'upcoming'] } },
  ],
  responses: {
    200: { content: json({ anyOf: [{ type: 'array', items: artist }, { type: 'null' }] }) },
    404: { content: json({ type: 'object', properties: { error: { type: 'string' } } }) },
  },
}
const create = {
  operationId: 'createArtist',
  requestBody: {
    content: json({
      anyOf: [
        { type: 'object', properties: { artists: { type: 'array', items: { type: 'string' } } } },
        {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 200 },
            bio: { type: ['string', 'null'] },
            fee: { type: 'number', minimum: 0, maximum: 100 },
            kind: { type: ['string', 'null'], enum: ['solo', 'band', null] },
            genres: { type: 'array', maxItems: 50, items: { type: 'string' } },
          },
        },
      ],
    }),
  },
  responses: { 201: { content: json(artist) } },
}
export const before: Description = {
  paths: { '/artists': { get: list, post: create } },
  webhooks: {
    'artist.created': { post: { requestBody: { content: json(artist) }, responses: { 200: {} } } },
  },
}

/** A copy of the description with one change. */
export function changed(change: (draft: any) => void): Description {
  // A structured clone would keep what is shared, and the change would be made everywhere.
  const draft = JSON.parse(JSON.stringify(before))
  change(draft)
  return draft
}

/** A parameter of the list. */
export const queryOf = (draft: any, at: number) => draft.paths['/artists'].get.parameters[at]
export const read = (draft: any): Operation & Record<string, any> => draft.paths['/artists'].get
export const write = (draft: any) => draft.paths['/artists'].post
export const bodyOf = (draft: any) =>
  write(draft).requestBody.content['application/json'].schema.anyOf[1]
export const answerOf = (draft: any) =>
  write(draft).responses[201].content['application/json'].schema
export const listedOf = (draft: any) =>
  read(draft)['responses']?.[200]?.content?.['application/json']?.schema?.anyOf?.[0]?.items as any
export const eventOf = (draft: any) =>
  draft.webhooks['artist.created'].post.requestBody.content['application/json'].schema

export type Case = [what: string, change: (draft: any) => void, sentence: string]
