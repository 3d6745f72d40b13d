/**
 * Fields and parameters that had another name before (docs/contract, section 1.11). The code uses only the present
 * names: an input with an earlier one is renamed after its check, and an answer gets the earlier ones when it is
 * written.
 */
import { isDeepStrictEqual } from 'node:util'
import { type TObject, type TSchema, Type } from 'typebox'
import { invalidFields, Problem } from '#platform/values/errors'

/** Keyword in the schema of an alias, and so in `openapi.json`: the name that it stands for. */
const mark = 'x-alias-of'

type Fields = Record<string, unknown>
type Pair = [name: string, alias: string]
type Node = TSchema & {
  [mark]?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/**
 * Returns the schema with earlier names beside the present ones: `aliased(Client, { created_at: 'createdAt' })`. The
 * type stays that of the present names. In an input, only optional fields of the body or the query itself can have
 * an alias.
 */
export function aliased<Schema extends TObject>(
  schema: Schema,
  earlier: { [Name in keyof Schema['properties'] & string]?: string },
): Schema {
  const aliases = Object.entries(earlier).map(([name, alias]) => {
    const { examples, ...property }: Fields = { ...schema.properties[name] }
    const isOptional = Type.IsOptional(schema.properties[name])
    const described = Type.Unsafe({
      ...property,
      // An answer has both names, and so has its example; an input needs one.
      ...(!isOptional && { examples }),
      description: `The earlier name of \`${name}\``,
      deprecated: true,
      [mark]: name,
    })
    return [`${alias}`, isOptional ? Type.Optional(described) : described]
  })
  // The title and the description of the schema are not inherited.
  const { type: _, properties: __, required: ___, ...options }: TObject = schema
  return Type.Interface([schema], Object.fromEntries(aliases), options) as unknown as Schema
}

const pairsOf = ({ properties = {} }: Node): Pair[] =>
  Object.entries(properties).flatMap(([alias, { [mark]: name }]) => (name ? [[name, alias]] : []))

/** The names to use in messages to a caller who used aliases in a body or a query. */
const used = new WeakMap<object, Pair[]>()

/**
 * Returns a function that renames the aliases in a checked input. It returns a 400 where both names are given with
 * different values. Undefined if the schema has no aliases.
 */
export function aliasReader(schema: Node): ((value: unknown) => unknown) | undefined {
  const pairs = pairsOf(schema)
  if (pairs.length === 0) return undefined
  return (value) => {
    const fields: Fields = Object(value)
    const given = pairs.filter(([, alias]) => fields[alias] !== undefined)
    if (given.length === 0) return value
    const torn = given.filter(
      ([name, alias]) =>
        fields[name] !== undefined && !isDeepStrictEqual(fields[name], fields[alias]),
    )
    if (torn.length > 0) return differing(torn)
    const read = { ...fields }
    for (const [name, alias] of given) {
      read[name] = fields[alias]
      delete read[alias]
    }
    used.set(
      read,
      pairs.filter(([name]) => fields[name] === undefined),
    )
    return read
  }
}

function differing(pairs: Pair[]): Problem {
  const faults = pairs.map(([name, alias]) => {
    const message = `${name} and ${alias} are two names of one field: give one of them`
    return [name, alias].map((path) => ({ path, code: 'rule', message }))
  })
  return invalidFields(faults.map(([fault]) => fault?.message).join(', '), faults.flat())
}

/** Returns the refusal of an input with the names that its caller has used. */
export function inUsedNames(problem: Problem, input: unknown): Problem {
  const pairs = used.get(Object(input)) ?? []
  if (pairs.length === 0 || problem.status !== 400) return problem
  const renamed = (text: string) =>
    pairs.reduce(
      (read, [name, alias]) => read.replace(new RegExp(`\\b${name}\\b`, 'g'), alias),
      text,
    )
  const facts = JSON.parse(renamed(JSON.stringify(problem.facts)))
  return new Problem(400, renamed(problem.message), { ...facts, code: problem.code })
}

/** Returns a function that adds the aliases to an answer of this schema; undefined if it has none. */
export function aliasAdder(schema: Node): ((value: unknown) => unknown) | undefined {
  if (schema.properties) return fieldAdder(schema)
  if (schema.items) {
    const add = aliasAdder(schema.items)
    return add && ((value) => (Array.isArray(value) ? value.map(add) : value))
  }
  const adders = (schema.anyOf ?? []).flatMap((option) => aliasAdder(option) ?? [])
  if (adders.length === 0) return undefined
  return (value) => adders.reduce((answer, add) => add(answer), value)
}

function fieldAdder(schema: Node): ((value: unknown) => unknown) | undefined {
  const pairs = pairsOf(schema)
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const add = aliasAdder(property)
    return add ? [{ name, add }] : []
  })
  if (pairs.length === 0 && within.length === 0) return undefined
  const names = [...pairs.map(([name]) => name), ...within.map(({ name }) => name)]
  return (value) => {
    const fields: Fields = Object(value)
    const has = (name: string) => Object.hasOwn(fields, name)
    // A refusal, null, and JSON that is text already have none of the names.
    if (!names.some(has)) return value
    const answer = { ...fields }
    for (const { name, add } of within) if (has(name)) answer[name] = add(fields[name])
    for (const [name, alias] of pairs) if (has(name)) answer[alias] = fields[name]
    return answer
  }
}

/** Returns an answer of this schema with its aliases, for output that is printed rather than sent. */
export function withAliases(schema: TSchema, answer: object): object {
  return Object(aliasAdder(schema)?.(answer) ?? answer)
}
