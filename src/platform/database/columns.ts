/**
 * The columns of a record, listed once: `<module>/columns.ts` defines the storage of each field of the record, and the
 * statements that read, write and export the record take its columns from there.
 */
import {
  type AliasedRawBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely'
import { toLanguage } from '#platform/values/languages'
import { toCents } from '#platform/values/money'
import { searchName } from '#platform/values/names'
import { toTime } from '#platform/values/time'
import type { Translations } from '#platform/values/translations'
import { iso } from './sql.ts'
import type { Tables } from './tables.ts'

/** The storage of a field of a record. */
export type Column = {
  /** its content, described for the reader of an export */
  about: string
  type: 'text' | 'uuid' | 'int' | 'bool' | 'timestamptz' | 'point' | 'text[]' | 'jsonb'
  /** its column, if that has another name than the field */
  column?: string
  /** converts a given value to the stored one; null stays null */
  write?: (value: never) => unknown
  /** converts the stored value to the one in an answer */
  read?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** columns with other forms of the same text, for comparing: `{ search_name: searchName }` */
  keys?: Record<string, (value: string) => string>
}

/**
 * A column for each field of `Record`, its input and its answer, `Other` excepted. For `satisfies`: a field
 * without a column, or a column without a field, is an error that names it.
 */
export type Fields<Table extends keyof Tables, Record, Other extends keyof Record = never> = {
  [Field in Exclude<keyof Record, Other>]: Field extends keyof Tables[Table]
    ? Column
    : Column & { column: keyof Tables[Table] }
}

// `about` describes a column for the reader of an export.
export const text = (about: string) => ({ about, type: 'text' as const })
export const uuid = (about: string) => ({ about, type: 'uuid' as const })
export const integer = (about: string) => ({ about, type: 'int' as const })
export const flag = (about: string) => ({ about, type: 'bool' as const })
/** An object that is stored whole. */
export const object = (about: string) => ({ about, type: 'jsonb' as const })
/** A BCP 47 tag, in its canonical spelling. */
export const language = (about: string) => ({ ...text(about), write: toLanguage })

/** Texts in other languages; null where there are none. */
export const translations = {
  ...object('Its texts in other languages, as JSON'),
  write: (given: Translations) => (Object.keys(given).length > 0 ? given : null),
  read: (column: RawBuilder<unknown>) => sql`coalesce(${column}, '{}')`,
}

export const time = (about: string) => ({ about, type: 'timestamptz' as const, write: toTime })

/** A text with a second column in which parts of it are searched. */
export const searched = (about: string) => ({ ...text(about), keys: { search_name: searchName } })

/** EUR in requests and answers, cents in the table. */
export const price = (about: string) => ({
  ...integer(`${about}, EUR cents`),
  column: 'price_cents' as const,
  write: toCents,
  read: (cents: RawBuilder<unknown>) => sql`${cents} / 100::float8`,
})

/** Read as JSON: the driver reads an array character by character. */
export const texts = (about: string) => ({
  about,
  type: 'text[]' as const,
  read: (array: RawBuilder<unknown>) => sql`to_json(${array})`,
})

type ColumnOf<Listed, Field extends keyof Listed> = Listed[Field] extends {
  column: infer Name extends string
}
  ? Name
  : Field
type KeysOf<Definition> = Definition extends { keys: infer Keys } ? keyof Keys : never
type TypeOfColumn<Table, Name> = Name extends keyof Table ? Table[Name] : never

/** The columns that a record with these fields fills. */
type Written<Table extends keyof Tables, Listed, Given> = {
  [Field in keyof Given as Field extends keyof Listed
    ? ColumnOf<Listed, Field> | KeysOf<Listed[Field]>
    : never]: Field extends keyof Listed
    ? TypeOfColumn<Insertable<Tables[Table]>, ColumnOf<Listed, Field>>
    : never
}

/** The select list of these fields, with the types that the columns have. */
type Read<Table extends keyof Tables, Listed, Field extends keyof Listed> = {
  [One in Field]: AliasedRawBuilder<
    TypeOfColumn<Selectable<Tables[Table]>, ColumnOf<Listed, One>>,
    One & string
  >
}[Field]

/** A column of the table. Columns from `keys` have no `about`, since exports leave them out. */
type Stored = { name: string; type: Column['type']; about?: string }

/** The columns of a record in its table. */
export class Columns<Table extends keyof Tables, Listed extends Record<string, Column>> {
  readonly #listed: [field: string, column: Column & { column: string }][]
  readonly table: Table
  readonly stored: Stored[]

  constructor(table: Table, listed: Listed) {
    this.table = table
    this.#listed = Object.entries(listed).map(([field, one]) => [field, { column: field, ...one }])
    this.stored = this.#listed.flatMap(([, { column, type, about, keys = {} }]) => [
      { name: column, type, about },
      ...Object.keys(keys).map((name): Stored => ({ name, type: 'text' })),
    ])
  }

  /** Returns a select list of rows named `alias`, under the names of the fields: all, or only the given ones (`only`). */
  select<Field extends keyof Listed = keyof Listed>(
    alias: string,
    only?: readonly Field[],
  ): Read<Table, Listed, Field>[] {
    return this.#listed
      .filter(([field]) => only === undefined || only.includes(field as never))
      .map(([field, { column, read = same }]) =>
        read(sql.ref(`${alias}.${column}`)).as(field),
      ) as never
  }

  /** Returns all fields of rows named `alias` as arguments of `json_build_object`, times as the API writes them. */
  json(alias: string): RawBuilder<unknown> {
    const pairs = this.#listed.map(([field, { column, type, read = same }]) => {
      const name = `${alias}.${column}`
      return sql`${sql.lit(field)}, ${type === 'timestamptz' ? iso(name) : read(sql.ref(name))}`
    })
    return sql.join(pairs)
  }

  /** Returns the columns of the given fields, for `values` and `set`. Leaves out fields that are undefined. */
  write<Given extends object>(given: Given): Written<Table, Listed, Given> {
    const written = this.#listed.flatMap(([field, { column, write = same, keys = {} }]) => {
      const value = Reflect.get(given, field)
      if (value === undefined) return []
      const ofValue = (to: (value: never) => unknown) =>
        value === null ? null : to(value as never)
      const others = Object.entries(keys).map(([name, toKey]) => [name, ofValue(toKey)])
      return [[column, ofValue(write)], ...others]
    })
    return Object.fromEntries(written)
  }

  /** Returns every column as null, for `set`. */
  empty(): { [Field in keyof Listed as ColumnOf<Listed, Field>]: null } {
    return Object.fromEntries(this.stored.map(({ name }) => [name, null])) as never
  }

  /** Returns the names of all columns, for a statement that writes many rows. */
  names(): RawBuilder<unknown> {
    return sql.join(this.stored.map(({ name }) => sql.ref(name)))
  }

  /** Returns the names with their types, for `json_to_recordset` of rows that `write` returns. */
  definitions(): RawBuilder<unknown> {
    return sql.join(this.stored.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  }

  /**
   * Returns the assignments of `on conflict … do update set`. With `kept`, the name of the existing row, columns
   * that are null in the new row keep their values.
   */
  overwrite(kept?: string): RawBuilder<unknown> {
    const all = this.stored.map(({ name }) => {
      const given = sql.ref(`excluded.${name}`)
      const value = kept ? sql`coalesce(${given}, ${sql.ref(`${kept}.${name}`)})` : given
      return sql`${sql.ref(name)} = ${value}`
    })
    return sql.join(all)
  }
}

const same = <Value>(value: Value) => value
