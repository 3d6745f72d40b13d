/**
 * The fields of an answer as SQL. Their names come from the service's schemas, so a field that the API gains is
 * selected here too. A field that is no column of its own needs an expression in `statements.ts`: without one
 * PostgreSQL names the missing column.
 */

/** The part of a schema that is read here. */
type Schema = { required?: string[]; properties: Record<string, object> }
/** An expression for each field that is not the column of the same name. */
type Expressions = Record<string, string>
type Field = { name: string; value: string; isTime: boolean }

function fieldsOf(schema: Schema, table: string, expressions: Expressions): Field[] {
  return (schema.required ?? []).map((name) => ({
    name,
    value: expressions[name] ?? `${table}.${name}`,
    isTime: JSON.stringify(schema.properties[name]).includes('"format":"date-time"'),
  }))
}

/** A list for `select`. Times stay timestamps, which pg reads. */
export function columnsOf(schema: Schema, table: string, expressions: Expressions = {}): string {
  return fieldsOf(schema, table, expressions)
    .map(({ name, value }) => `${value} as ${name}`)
    .join(', ')
}

/** A JSON object, with times as text. */
export function objectOf(schema: Schema, table: string, expressions: Expressions = {}): string {
  const pairs = fieldsOf(schema, table, expressions).map(
    ({ name, value, isTime }) => `'${name}', ${isTime ? iso(value) : value}`,
  )
  return `json_build_object(${pairs.join(', ')})`
}

const iso = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
