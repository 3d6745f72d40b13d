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

/** A file of a record, or of a part of it: `path` is the field of that part, with a dot, or empty. */
type RecordFile = Filed & { path: string; id: string; rows: Rows }

function faultsOf(values: object, row: Cells, file: RecordFile): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const path = `${file.path}${field}`
    if (value === null || value === undefined || path in Object(file.except)) return []
    const part = file.parts?.[path]
    if (part) return faultsOfPart(value, { ...file, name: part, path: `${path}.` })
    if (typeof value === 'object' && 'lat' in value) return faultsOf(value, row, file)
    return faultsOfCell(value, row, { file, field })
  })
}

/** A column of another name has another form of the value: it must only be filled. */
function faultsOfCell(
  value: unknown,
  row: Cells,
  { file, field }: { file: RecordFile; field: string },
) {
  const path = `${file.path}${field}`
  const column = file.as?.[path]
  const cell = row[column ?? field] ?? ''
  const isThere = column ? cell !== '' : cell === textOf(value)
  return isThere ? [] : [`${path}: wrote ${JSON.stringify(value)}, ${file.name}.csv has "${cell}"`]
}

function faultsOfPart([value]: object[], file: RecordFile): string[] {
  const row = file.rows(file.name).findLast((one) => one['festival_id'] === file.id)
  if (!value) return []
  return row ? faultsOf(value, row, file) : [`${file.path}: ${file.name}.csv has no row of it`]
}

const textOf = (value: unknown) =>
  typeof value === 'boolean' ? `${value}`.slice(0, 1) : `${value}`
