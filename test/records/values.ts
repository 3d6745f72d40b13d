/** Values for the fields of a record, made from the schema of its input, and the comparison with what is read. */
import type { Schema } from '../fuzz/operations.ts'

/** Which of two different values of each field. */
export type Variant = 0 | 1
/** A value of a field by its path, `gigs[].artist_id`, in place of the one that the schema gives. */
export type ValuesByPath = Record<string, (variant: Variant, made: never) => unknown>

/** `mark`: a text that no other record has, at the beginning of each text. */
type Choice = { variant: Variant; given: ValuesByPath; mark?: string }

/**
 * A value that the schema allows, another one for each variant and most paths. Fields that `given` makes
 * undefined are left out, and so is the `id` of a part.
 */
export function valueOf(schema: Schema, path: string, at: Choice): any {
  const made = byShape(schema, path, at)
  const own = at.given[path]
  return own ? own(at.variant, made as never) : made
}

function byShape(schema: Schema, path: string, at: Choice): unknown {
  const { variant } = at
  const [first] = schema.anyOf ?? []
  if (first) return byShape(first, path, at)
  if (schema.enum) return schema.enum[variant % schema.enum.length]
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'object') return objectOf(schema, path, at)
  if (type === 'array') return [valueOf(schema.items ?? {}, `${path}[]`, at)]
  if (type === 'boolean') return variant === 0
  if (type === 'integer') return numberOf(schema, path, variant)
  if (type === 'number') return numberOf(schema, path, variant) + 0.25
  return textOf(schema, path, at)
}

/** An object with a value for each of its fields, in one variant under their present, in the other under their earlier names. */
export function objectOf(
  { properties = {}, additionalProperties: byTag }: Schema,
  path: string,
  at: Choice,
): Record<string, unknown> {
  // Texts by language.
  if (typeof byTag === 'object' && byTag !== null) {
    return { [['de', 'pt-BR'][at.variant] ?? '']: valueOf(byTag, `${path}{}`, at) }
  }
  const aliased = new Set(Object.values(properties).map((schema) => schema['x-alias-of']))
  const fields = Object.entries(properties)
    .filter(([name]) => path === '' || name !== 'id')
    .filter(([name, schema]) => (at.variant === 0 ? !schema['x-alias-of'] : !aliased.has(name)))
    .map(([name, schema]) => [name, valueOf(schema, path ? `${path}.${name}` : name, at)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function numberOf({ minimum = 0, maximum = Infinity }: Schema, path: string, variant: Variant) {
  const value = Math.max(minimum, 0) + 1 + (sumOf(path) % 20) + 20 * variant
  return Math.min(value, maximum - 1 + variant)
}

const ofFormats: Record<string, [string, string]> = {
  email: ['ada@records.example', 'bo@records.example'],
  language: ['en', 'fr'],
  'time-zone': ['Europe/London', 'Pacific/Auckland'],
}

/** Times follow each other in the order of the alphabet, which no `…end…` or `…until` breaks. */
function textOf(
  { format, maxLength = 200 }: Schema,
  path: string,
  { variant, mark = '' }: Choice,
): string {
  const [name = ''] = path.split('.').slice(-1)
  if (format === 'date-time') {
    const day = /end|until|out/.test(name) ? 20 : 10
    return `2099-07-${day + variant}T10:00:00.${`${sumOf(path) % 1000}`.padStart(3, '0')}Z`
  }
  const named = ofFormats[format ?? '']
  if (named) return named[variant]
  if (format === 'http-url' || ['photo', 'icon', 'site_plan'].includes(name)) {
    return `https://records.example/${path}/${mark}${variant}.jpg`
  }
  return `${mark}${path} ${variant}`.slice(0, maxLength)
}

function sumOf(path: string): number {
  return [...path].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 9_973
}

/** The paths at which what is read is not what was written. More may be read than was written. */
export function differences(written: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(written) && Array.isArray(read) && written.length === read.length) {
    return written.flatMap((one, index) => differences(one, read[index], path))
  }
  if (typeof written === 'object' && typeof read === 'object' && written && read) {
    return Object.entries(written).flatMap(([name, one]) =>
      differences(one, Reflect.get(read, name), `${path}.${name}`),
    )
  }
  if (Object.is(written, read)) return []
  return [`${path}: wrote ${JSON.stringify(written)}, read ${JSON.stringify(read)}`]
}

export const own = 'It is about the user who writes it: the log holds nothing of a person'

/** The zones of a tier or a gate. */
export const zones = (variant: number) => [['main'], ['camping', 'backstage']][variant]

/** VAT is a rate or a reason, never both. */
export const vat = (variant: Variant) =>
  variant === 0 ? { rate: 19.25, exemption: null } : { rate: null, exemption: 'Culture' }
