import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { photoFromFile } from '#platform/photos/photos'
import { invalid, invalidField, Problem } from '#platform/values/errors'
import { isStorable } from '#platform/values/text'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the file field of a route that also takes `multipart/form-data`. */
    file?: string
    /** The body is passed on as it was sent, whatever its type: a Buffer, such as one that is signed. */
    raw?: true
  }
}

const depth = 20
const mostValues = 200_000
const megabyte = 1024 * 1024
export const bodyLimit = 8 * megabyte
/** Limit of the bodies of public routes: to read a body takes time, and a long one as much as many short ones. */
const publicBodyLimit = 16 * 1024
const pictureLimit = 5 * megabyte

/**
 * Reads bodies: JSON, and `multipart/form-data` where a route takes a file. A body without content counts as `{}`
 * whatever its type, so that DELETE and the like need none (contract, "Bodies").
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: pictureLimit, files: 1, fields: 20, fieldSize: bodyLimit, parts: 21 },
  })
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.access === 'public') route.bodyLimit ??= publicBodyLimit
  })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const read = (type: string, readBody: (body: Buffer) => unknown) =>
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async ({ routeOptions, is404 }: FastifyRequest, body: Buffer) =>
        routeOptions.config.raw || is404 ? body : readBody(body),
    )
  read('application/json', parseJson)
  read('*', refuseContent)
  app.addHook('onRequest', async ({ headers }) => {
    // An empty body needs no type, so even an invalid one is ignored.
    const { 'content-length': length = '0', 'transfer-encoding': chunks } = headers
    if (length === '0' && chunks === undefined) delete headers['content-type']
  })
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const ids: unknown[] = Object.values(Object(request.params))
    // A text that cannot be stored is the id of nothing.
    if (!ids.every((id) => isStorable(`${id}`))) throw new Problem(404, 'Not found')
    refuseHostile(request.query, 'query')
    if (request.isMultipart() && request.headers['content-length'] !== '0') {
      request.body = await readForm(request)
    }
    if (request.routeOptions.config.raw) {
      request.body ??= Buffer.alloc(0)
      return
    }
    if (request.routeOptions.schema?.body) request.body ??= {}
    refuseHostile(request.body, 'body')
    request.sentBody = request.body
  })
}

function parseJson(body: Buffer): unknown {
  if (isWide(body)) throw invalid('The body must have at most 200,000 values')
  const text = body.toString()
  if (text.trim() === '') return {}
  try {
    // A body of `null` is no object, but no empty body either: it must not become `{}`.
    return JSON.parse(text) ?? []
  } catch {
    throw invalid('The body is not valid JSON')
  }
}

/** Returns true if a body has more values than any honest one: to make them, and go through them, would take seconds. */
function isWide(body: Buffer): boolean {
  if (body.length <= mostValues) return false
  let [values, isText] = [0, false]
  for (let at = 0; at < body.length && values <= mostValues; at++) {
    const sign = body[at]
    if (sign === quote) isText = !isText
    else if (isText) at += sign === backslash ? 1 : 0
    else if (sign === comma || sign === list || sign === object) values++
  }
  return values > mostValues
}

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{')

function refuseContent(body: Buffer): unknown {
  if (body.length > 0) throw new Problem(415, 'The body must be application/json')
  return {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const unstorable = 'must not hold NUL characters or lone surrogates'

/** Refuses texts that cannot be stored, and values nested deeper than any honest one. */
function refuseHostile(value: unknown, field: string, level = 0): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return
    throw level === 0 ? invalid(`The ${field} ${unstorable}`) : invalidField(field, unstorable)
  }
  if (!isObject(value)) return
  if (level === depth) throw invalid(`The body must not be nested deeper than ${depth} levels`)
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw invalid(`A field name ${unstorable}`)
    // A key that would reach into an object's prototype has no honest use.
    if (key === '__proto__') throw invalid(`${field} must not have a field __proto__`)
    refuseHostile(inner, nameOf(field, key, Array.isArray(value)), level + 1)
  }
}

function nameOf(field: string, key: string, isItem: boolean): string {
  if (isItem) return `${field}[${key}]`
  return ['body', 'query'].includes(field) ? key : `${field}.${key}`
}

/** Converts a form to the JSON it stands for: its fields, and its picture as the text `photo` accepts. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { file } = request.routeOptions.config
  if (file === undefined) throw new Problem(415, 'The body must be application/json')
  const form: Record<string, unknown> = {}
  try {
    let size = 0
    for await (const part of request.parts()) {
      const value = part.type === 'field' ? String(part.value) : await readFile(part, file)
      size += value.length
      if (size > bodyLimit) throw new Problem(413, 'The form must have at most 8 MiB')
      if (typeof value === 'string') form[part.fieldname] = value
      // A browser sends an empty file if none was chosen.
      else if (value.length > 0) form['photo'] = photoFromFile(value)
    }
  } catch (error) {
    throw formProblem(error)
  }
  return form
}

async function readFile(part: MultipartFile, file: string): Promise<Buffer> {
  if (part.fieldname === file || part.fieldname === 'photo') return part.toBuffer()
  part.file.resume()
  throw invalid(`The file must be in the field ${file}, not ${part.fieldname}`)
}

function formProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const code = isObject(error) ? error['code'] : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem(413, 'photo must have at most 5 MiB')
  if (`${code}`.endsWith('_LIMIT')) return new Problem(413, 'The form has too many parts')
  return invalid('The body is not a valid multipart form')
}
