/** A line-up in a CSV file: a row is a gig, and a map assigns the columns to fields (docs/importing.md). */
import { Problem } from '#platform/values/errors'
import { CommandError } from '../terminal/output.ts'
import {
  checkKeys,
  Fault,
  isObject,
  type Read,
  readClock,
  readFlag,
  readInteger,
  readText,
  readTime,
  type Where,
} from './cells.ts'
import { checkLineup, type Lineup, type Refused } from './lineup.ts'
import type { LocalTimes } from './local-times.ts'
import { readDelimiter, readJson, readOrganizer } from './map.ts'
import { collectRejected } from './rejected.ts'
import { type Dialect, openTable, type Row } from './table.ts'

const texts = ['artist', 'place']
const times = ['start_time', 'end_time']
const fields = [...texts, ...times, 'headliner', 'billing']

type LineupMap = {
  dialect: Dialect
  head: { organizer: unknown; source: unknown; festival: unknown }
  rules: Record<string, unknown>
  dayEndsAt: string
}

type Gig = Record<string, unknown>

export async function readLineupTable(
  file: string,
  { map: mapFile, path, times: local }: { map: string; path: string; times: LocalTimes },
): Promise<{ lineup: Lineup; refused: Refused[]; writeRefused(): Promise<string | null> }> {
  const { dialect, head, rules, dayEndsAt } = await readLineupMap(mapFile)
  const table = await openTable(file, dialect)
  const toGig = bindRules(rules, { columns: table.columns, dayEndsAt })
  const gigs: { row: Row; gig: Gig }[] = []
  const refused: (Refused & { from: Row })[] = []
  const refuse = (from: Row, { message }: Error) => {
    refused.push({ from, position: `line ${from.line}`, row: {}, reason: message })
  }
  for await (const row of table.rows) {
    try {
      if (row.fault) throw new Fault(row.fault)
      gigs.push({ row, gig: toGig(row.cells) })
    } catch (error) {
      if (!(error instanceof Fault || error instanceof Problem)) throw error
      refuse(row, error)
    }
  }
  const places = namesOf(gigs).map((name) => ({ name, type: 'stage' }))
  const checked = checkLineup({ ...head, places, gigs: gigs.map(({ gig }) => gig) }, local)
  for (const { position, reason, row } of checked.refused) {
    const from = gigs[Number(/^gigs\[(\d+)\]$/.exec(position)?.[1])]?.row
    // If a place is refused, its gigs are refused as well; they are the rows.
    if (from) refused.push({ from, position: `line ${from.line}`, row, reason })
  }
  return {
    lineup: checked.lineup,
    refused,
    async writeRefused() {
      const rejected = collectRejected(path, table, dialect)
      const inOrder = refused.toSorted((a, b) => a.from.line - b.from.line)
      await rejected.write(inOrder.map(({ from, reason }) => ({ row: from, reason })))
      return rejected.close()
    },
  }
}

function namesOf(gigs: { gig: Gig }[]): string[] {
  const names = gigs.map(({ gig: { place } }) => place)
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

async function readLineupMap(path: string): Promise<LineupMap> {
  const map = await readJson(path)
  if (!isObject(map)) throw new CommandError(`${path} must hold an object, see docs/importing.md`)
  const { delimiter, organizer, source, festival, day_ends_at = '00:00', ...rules } = map
  checkKeys(map, ['delimiter', 'organizer', 'source', 'festival', 'day_ends_at', ...fields], '')
  const required = ['organizer', 'source', 'festival', 'artist']
  const missing = required.filter((key) => map[key] === undefined)
  if (missing.length > 0) throw new CommandError(`The map: ${missing.join(', ')} must be there`)
  return {
    dialect: { delimiter: readDelimiter(delimiter), quotes: true },
    head: { organizer: readOrganizer(organizer), source, festival },
    rules,
    dayEndsAt: readClock(day_ends_at, 'day_ends_at'),
  }
}

function readerOf(field: string): (rule: unknown, where: Where) => Read<unknown> {
  if (times.includes(field)) return readTime
  if (field === 'billing') return readInteger
  return field === 'headliner' ? readFlag : readText
}

function bindRules(rules: Record<string, unknown>, where: Omit<Where, 'field'>) {
  const reads = Object.entries(rules).map(([field, rule]): [string, Read<unknown>] => {
    return [field, readerOf(field)(rule, { ...where, field })]
  })
  return (cells: readonly string[]): Gig =>
    Object.fromEntries(reads.map(([field, read]) => [field, read(cells)]))
}
