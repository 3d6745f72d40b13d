/**
 * What a migration must not do, because the previous version runs on the database during it and afterwards:
 * remove what that version uses, require what it does not write, or block its requests for long.
 */
import { readFileSync } from 'node:fs'

type Rule = { is: RegExp; why: string; unless?: (statement: string, file: Migration) => boolean }

/** A migration: its statements without comments and without function bodies. */
type Migration = { name: string; statements: string[]; made: Set<string> }

/** Tables made by the file itself are empty and not used yet. */
const isNew: Rule['unless'] = (statement, { made }) => {
  const [, table = ''] =
    /\b(?:alter table (?:if exists )?(?:only )?|index .*?\bon |update |delete from )(\w+)/.exec(
      statement,
    ) ?? []
  return made.has(table)
}

/** A constraint that replaces one of the same name. */
const isPutAnew: Rule['unless'] = (statement, { statements }) =>
  [...statement.matchAll(/drop constraint (?:if exists )?(\w+)/g)].every(([, name]) =>
    statements.some((one) => one.includes(`add constraint ${name} `)),
  )

const gone = 'the version before still uses it: stop using it, and take it away a version later'
const rules: Rule[] = [
  {
    is: /^drop (table|view|materialized view|type|domain|schema|extension|function|procedure|sequence|trigger)\b/,
    why: gone,
  },
  {
    is: /^alter table .* drop column\b|^alter table \S+ drop (?!constraint|column|default|not null|expression|identity)\w+/,
    why: gone,
  },
  { is: /^alter table .* drop constraint\b/, why: gone, unless: isPutAnew },
  {
    is: /^alter .* rename\b/,
    why: 'the version before knows the old name only: add the new one beside it',
  },
  {
    is: /^alter table .* alter (column )?\w+ (set data )?type\b/,
    why: 'it writes the whole table anew, and the version before expects the old type',
    unless: isNew,
  },
  {
    is: /^alter table .* set not null\b/,
    why: 'the version before may leave it empty, and all rows are read while writes are blocked',
    unless: isNew,
  },
  {
    is: /^alter table .* add (column )?(?!constraint)[^,]* not null(?![^,]* default\b)/,
    why: 'the version before does not give it: add a default',
    unless: (statement, file) =>
      isNew(statement, file) || / default [^,]* not null/.test(statement),
  },
  {
    is: /^alter table .* add (column )?[^,]*(default (gen_random_uuid|random|clock_timestamp|nextval|uuid)|generated (always|by default) as)/,
    why: 'it writes the whole table anew: add it empty, and fill it in pieces',
    unless: isNew,
  },
  {
    is: /^alter table .* add (?!constraint)[^,]*\b(references|check|unique|primary key)\b/,
    why: 'all rows are checked while writes are blocked: add it as a constraint that is not valid yet',
    unless: isNew,
  },
  {
    is: /^alter table .* add constraint \w+ (check|foreign key)(?!.* not valid\b)/,
    why: 'all rows are checked while writes are blocked: add it not valid, and validate it in a later file',
    unless: isNew,
  },
  {
    is: /^alter table .* add constraint \w+ (unique|primary key)(?! using index\b)/,
    why: 'its index is built while writes are blocked: build that concurrently, and add it using index',
    unless: isNew,
  },
  {
    is: /^create (unique )?index (?!concurrently)/,
    why: 'writes are blocked while it is built: concurrently, in a file of its own',
    unless: isNew,
  },
  {
    is: /^drop index (?!concurrently)/,
    why: 'the version before may need it; and concurrently, in a file of its own',
  },
  { is: /^(reindex|cluster|truncate|lock|vacuum)\b/, why: 'the table is locked meanwhile' },
  {
    is: /^(update|delete from) /,
    why: 'rows of others stay locked until its end: in pieces, by a job of the service',
    unless: isNew,
  },
]

/** Parses a migration; `text` is the content of its file. */
function read(name: string, text: string): Migration {
  const bare = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const statements = bare
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const made = statements.flatMap(
    (statement) =>
      /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
  )
  return { name, statements, made: new Set(made) }
}

/** The versions since which something is unused, as comments of the file say: a later version may remove it. */
const unusedSince = (text: string) =>
  [...text.matchAll(/^-- Unused since (\d+)\.(\d+)\.(\d+)\.$/gm)].map(([, ...parts]) =>
    parts.map(Number),
  )

const isBefore = (one: number[], other: number[]) => {
  const nth = one.findIndex((part, place) => part !== other[place])
  return nth !== -1 && (one[nth] ?? 0) < (other[nth] ?? 0)
}

/** Removes a table and functions that no version uses. It ran before the first release, which `Unused since` cannot say. */
const beforeRelease = '0011_festival_documents.sql'

/**
 * Returns why a migration would break or block the previous version, one sentence per statement. What a
 * comment of the file calls `Unused since 1.2.3.` may be removed by every later version.
 */
export function refusals(name: string, text: string, version = currentVersion()): string[] {
  if (name === beforeRelease) return []
  const file = read(name, text)
  const since = unusedSince(text)
  const mayTakeAway = since.length > 0 && since.every((one) => isBefore(one, version))
  const found = file.statements.flatMap((statement) =>
    rules
      .filter(
        ({ is, why, unless }) =>
          is.test(statement) && !unless?.(statement, file) && !(why === gone && mayTakeAway),
      )
      .map(({ why }) => `${statement.slice(0, 80)}: ${why}`),
  )
  return [...found, ...ofItsOwn(file)]
}

/**
 * A statement that runs outside a transaction is alone in its file, and can be repeated when it was
 * interrupted.
 */
function ofItsOwn({ name, statements }: Migration): string[] {
  const isOutside = name.endsWith('.concurrently.sql')
  const isConcurrent = (statement: string) =>
    /^(create (unique )?|drop )index concurrently\b/.test(statement)
  const refused = statements.filter((statement) => isConcurrent(statement) !== isOutside)
  const halves = statements.filter((statement, nth) => {
    const [, index] = /^create .*index concurrently (\w+)/.exec(statement) ?? []
    return (
      index !== undefined && statements[nth - 1] !== `drop index concurrently if exists ${index}`
    )
  })
  return [
    ...refused.map(
      (statement) =>
        `${statement.slice(0, 80)}: ${isOutside ? 'outside a transaction there is nothing but indexes' : 'only in a file that ends with .concurrently.sql'}`,
    ),
    ...halves.map(
      (statement) =>
        `${statement.slice(0, 80)}: a half-built one is in the way: drop it first, if it exists`,
    ),
  ]
}

const currentVersion = (): number[] =>
  JSON.parse(readFileSync('package.json', 'utf8')).version.split('.').map(Number)
