import { CommandError } from '../terminal/output.ts'
import { checkLineup, type Lineup, type Refused } from './lineup.ts'
import { readLineupTable } from './lineup-table.ts'
import type { LocalTimes } from './local-times.ts'
import { readJson } from './map.ts'
import { chooseRejectedPath, collectRejected } from './rejected.ts'

export type LineupFile = {
  lineup: Lineup
  refused: Refused[]
  /** true if the file describes the places completely, and not only by name */
  hasPlaces: boolean
  /** Writes the refused rows into a file beside this one; returns its path, or null without such rows. */
  writeRefused(): Promise<string | null>
}

type Options = { map?: string | undefined; rejected?: string | undefined; times: LocalTimes }

/** Reads a line-up from a JSON file, or by a map from a CSV file. */
export async function readLineup(
  file: string,
  { map, rejected, times }: Options,
): Promise<LineupFile> {
  const path = await chooseRejectedPath(file, rejected)
  if (map !== undefined)
    return { ...(await readLineupTable(file, { map, path, times })), hasPlaces: false }
  if (/\.(csv|tsv|txt)$/i.test(file)) {
    throw new CommandError(
      `Which column of ${file} is which field? Give --map FILE.json; docs/importing.md shows one`,
    )
  }
  const checked = checkLineup(await readJson(file, asWritten), times)
  return { ...checked, hasPlaces: true, writeRefused: () => writeRows(path, checked.refused) }
}

/** Leaves texts unchanged: they are checked together with their row. */
const asWritten = (_key: string, value: unknown) => value

/** Writes the refused rows of a JSON file with their position, their name, and the value that breaks the rule. */
async function writeRows(path: string, refused: Refused[]): Promise<string | null> {
  const csv = { delimiter: ',', quotes: true }
  const rejected = collectRejected(path, { header: 'name,value', at: 'position' }, csv)
  await rejected.write(
    refused.map((one) => {
      const cells = [nameOf(one) ?? '', JSON.stringify(valueOf(one))]
      const text = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
      const raw = Buffer.from(text.toWellFormed()).toString('latin1')
      return { row: { line: one.position, raw }, reason: one.reason }
    }),
  )
  return rejected.close()
}

/** The name of a refused row: its own, or its artist's. */
export function nameOf({ row }: Refused): string | undefined {
  const { name, artist } = Object(row)
  return [name, artist].find((text) => typeof text === 'string')
}

/** The value of the field that the reason names first, or the whole row. */
function valueOf({ row, reason }: Refused): unknown {
  const steps = /^[\w.[\]]+/.exec(reason)?.[0].match(/\w+/g) ?? []
  const value = steps.reduce<unknown>((part, step) => Object(part)[step], row)
  return value === undefined ? row : value
}
