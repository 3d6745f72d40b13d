/** The files of an export, compared with the fields of a record. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Filed } from './recorded.ts'

type Cells = Record<string, string>
/** Returns the rows of a file by its name. */
type Rows = (name: string) => Cells[]

export function rowsIn(folder: string): Rows {
  const read = new Map<string, Cells[]>()
  return (name) => {
    const rows =
      read.get(name) ?? parse<Cells>(readFileSync(join(folder, `${name}.csv`)), { columns: true })
    read.set(name, rows)
    return rows
  }
}

type Written = { id: string; fields: Record<string, unknown> }

/** Returns the fields that the files of a record do not have as they were written. */
export function faultsInFiles(filed: Filed, { id, fields }: Written, rows: Rows): string[] {
  const row = rows(filed.name).find((one) => one['id'] === id)
  return row ? faultsOf(fields, row, { ...filed, path: '', id, rows }) : [`${id} is not there`]
}

type At = Filed & { path: string; id: string; rows: Rows }

function faultsOf(values: object, row: Cells, at: At): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const path = `${at.path}${field}`
    if (value === null || value === undefined || path in Object(at.except)) return []
    const part = at.parts?.[path]
    if (part) return faultsOfPart(value, { ...at, name: part, path: `${path}.` })
    if (typeof value === 'object' && 'lat' in value) return faultsOf(value, row, at)
    const column = at.as?.[path]
    const cell = row[column ?? field] ?? ''
    const isThere = column ? cell !== '' : cell === textOf(value)
    return isThere ? [] : [`${path}: wrote ${JSON.stringify(value)}, ${at.name}.csv has "${cell}"`]
  })
}

function faultsOfPart([value]: object[], at: At): string[] {
  const row = at.rows(at.name).findLast((one) => one['festival_id'] === at.id)
  if (!value) return []
  return row ? faultsOf(value, row, at) : [`${at.path}: ${at.name}.csv has no row of it`]
}

const textOf = (value: unknown) =>
  typeof value === 'boolean' ? `${value}`.slice(0, 1) : `${value}`
