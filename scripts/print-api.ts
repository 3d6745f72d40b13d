/**
 * Prints `docs/api/released.json`, the description of the API as it is released, without its prose:
 * `npm run api:release` writes it, and a test compares every later description with it.
 */
import { writeFile } from 'node:fs/promises'
import { describe } from './print-client-types.ts'

/** Keys that promise nothing to a program. Below `properties` they are names of fields. */
const prose = new Set([
  'title',
  'summary',
  'description',
  'examples',
  'example',
  'tags',
  'x-displayName',
])
const named = new Set(['properties', 'paths', 'webhooks', 'schemas'])
type Parts = Record<string, object | undefined>
/** How deep each line of a part goes, where that is not its members. */
const depths: Record<string, number> = { security: 0, components: 2 }

/** Returns the parts of a description that a later one must keep, a path or a schema on each line. */
export function printApi(description: object): string {
  const { info, security, paths, webhooks, components } = withoutProse(description) as Parts
  return `{\n${Object.entries({ info, security, paths, webhooks, components })
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `"${key}": ${inLines(part ?? {}, depths[key] ?? 1)}`)
    .join(',\n')}\n}\n`
}

function withoutProse(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => named.has(parent) || !prose.has(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutProse(inner, key)]))
}

/** JSON with the members of the outer `depth` levels on lines of their own. */
function inLines(value: object, depth: number): string {
  if (depth === 0) return JSON.stringify(value)
  const lines = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${inLines(inner, depth - 1)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}

if (import.meta.main) {
  const file = new URL('../docs/api/released.json', import.meta.url)
  await writeFile(file, printApi(await describe()))
}
