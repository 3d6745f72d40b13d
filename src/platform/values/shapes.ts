import { type Static, Type } from 'typebox'

/** A value that is always present on read, and null if there is none. */
export function Nullable<T extends Type.TSchema & { type?: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type ?? 'object', 'null'] })
}

/** A name: at least one character that is not blank. */
export function Name(example: string, maxLength = 200) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S', examples: [example] })
}

/** A longer text on write; may be absent or null. */
export function OptionalText(example: string, maxLength = 200) {
  return Type.Optional(Nullable(Type.String({ maxLength, examples: [example] })))
}

export const Uuid = Type.String({
  format: 'uuid',
  examples: ['01980000-0000-7000-8000-000000000001'],
})

/** A record by its id and its name. */
export function Named(example: string) {
  return Type.Object({ id: Uuid, name: Name(example) }, { title: 'Named' })
}

/**
 * One of several texts, each with its meaning.
 * @param title its name in the description of the API
 */
export function OneOf<const Meanings extends Record<string, string>>(
  title: string,
  meanings: Meanings,
) {
  return Type.Enum(Object.keys(meanings) as (keyof Meanings & string)[], {
    title,
    'x-enum-descriptions': Object.values(meanings),
  })
}

/** A photo on read: an absolute URL. Inside, our own ones start with `/photos/`. */
export const Photo = Nullable(
  Type.String({ examples: ['https://festival.example/photos/q0Zb1c2d3e4f5g6h7i8j9k0l.webp'] }),
)

/** A photo on write: a picture (base64 or data: URI) or a URL; null removes it. See `storePhoto`. */
export const PhotoInput = Type.Optional(
  Nullable(
    Type.String({
      description:
        'PNG, JPEG, WebP, GIF or AVIF as base64 or data: URI, at most 5 MiB; or an http(s) URL',
      examples: ['https://pictures.example/harbour.jpg'],
    }),
  ),
)
