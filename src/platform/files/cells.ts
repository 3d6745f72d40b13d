/**
 * The rules of a map: each says which cells of a row become a field. They are compiled once, with the
 * columns of the file, so that a mistake in the map is reported before the first row is read.
 */

import { didYouMean } from '#platform/values/closest'
import { invalid, type Problem } from '#platform/values/errors'
import { compileDate } from './dates.ts'
import { Fault } from './fault.ts'
import type { DayOrder } from './written-day.ts'
import type { FestivalDays } from './written-days.ts'

/** Reads the value of a rule from a row; null if the cells are empty. */
export type Read<T> = (cells: readonly string[]) => T | null

/** The columns of the file, and the field of the map that has the rule. */
export type Where = {
  columns: readonly string[]
  field: string
  /** time on the next day until which a written day lasts */
  dayEndsAt?: string
  /** the days that the rows are about: `Friday` is one of them */
  days?: FestivalDays | undefined
  /** which number of `1/7/2027` is the day */
  order?: DayOrder | undefined
}

type Rule = Record<string, unknown>

/** A rule for a text: a column, several, a constant, or a word looked up in a table. */
export function readText(rule: unknown, where: Where): Read<string> {
  if (typeof rule === 'string') return readColumn(rule, where)
  const { field } = where
  if (!isObject(rule)) throw invalid(`The map: ${field} must be a column name or an object`)
  if ('constant' in rule) return readConstant(rule, where)
  if ('columns' in rule) return readColumns(rule, where)
  checkKeys(rule, ['column', 'columns', 'constant', 'join', 'table', 'date', 'time'], field)
  return 'table' in rule ? readTable(rule, where) : readOnlyColumn(rule, where)
}

/** A rule for a time: a rule for a text, or a column with the format of its dates. */
export function readTime(rule: unknown, where: Where): Read<string> {
  if (!isObject(rule) || !('date' in rule)) return readText(rule, where)
  const { field, dayEndsAt } = where
  checkKeys(rule, ['column', 'columns', 'join', 'date', 'time'], field)
  const time = readClock(rule['time'] ?? '00:00', `${field}.time`)
  const format = text(rule['date'], `${field}.date`)
  const parse = compileDate(format, { end: field === 'end_time', time, dayEndsAt })
  const { column, columns = [column], join } = rule
  const { reads, glue } = readParts({ columns, ...(join !== undefined && { join }) }, where)
  const name = [columns].flat().join('", "')
  return (cells) => {
    const parts = reads.map((read) => read(cells))
    // A day without its hour is not a time yet.
    const iso = parts.includes(null) ? null : parse(parts.join(glue))
    if (iso === undefined) throw new Fault(`${field}: the cell of "${name}" is no date ${format}`)
    return iso
  }
}

/** A time of day, such as `23:59`. */
export function readClock(value: unknown, where: string): string {
  const time = text(value, where)
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time
  throw invalid(`The map: ${where} must be a time of day, such as 23:59`)
}

/** A rule for a whole number: a rule for a text of digits. */
export function readInteger(rule: unknown, where: Where): Read<number> {
  const read = readText(rule, where)
  return (cells) => {
    const digits = read(cells)
    if (digits === null) return null
    if (/^\d{1,9}$/.test(digits)) return Number(digits)
    throw new Fault(`${where.field}: not a whole number`)
  }
}

const yes = new Set(['true', 'yes', 'y', 'x', '1', 'ja', 'oui', 'si', 'sì', 'sí', '✓', '✔'])
const no = new Set(['false', 'no', 'n', '0', 'nein', 'non', '-'])

/** A rule for yes or no: a rule for a text that is `true`, `yes`, `x` or the like, or `false`, `no` or nothing. */
export function readFlag(rule: unknown, where: Where): Read<boolean> {
  const read = readText(rule, where)
  return (cells) => {
    const word = (read(cells) ?? 'no').toLowerCase()
    if (no.has(word)) return false
    if (yes.has(word)) return true
    throw new Fault(`${where.field}: neither true nor false`)
  }
}

/** A rule for coordinates: two columns, or one column with both numbers. */
export function readCoordinates(rule: unknown, where: Where): Read<{ lat: number; lng: number }> {
  const { field } = where
  if (!isObject(rule)) {
    throw invalid(
      `The map: ${field} must be {"lat": column, "lng": column} or {"column": …, "format": "lat, lng"}`,
    )
  }
  const read = 'column' in rule ? readPair(rule, where) : readTwo(rule, where)
  return (cells) => {
    const written = read(cells)
    if (written.join('') === '') return null
    const [lat = Number.NaN, lng = Number.NaN] = written.map(degrees)
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng }
    throw new Fault(`${field}: not a latitude from -90 to 90 and a longitude from -180 to 180`)
  }
}

/** A number of degrees, with a decimal point or comma. */
function degrees(text: string): number {
  return /^[+-]?\d{1,3}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

function readPair(rule: Rule, where: Where): (cells: readonly string[]) => string[] {
  checkKeys(rule, ['column', 'format'], where.field)
  const { format = 'lat, lng' } = rule
  if (format !== 'lat, lng' && format !== 'lng, lat') {
    throw invalid(`The map: ${where.field}.format must be "lat, lng" or "lng, lat"`)
  }
  const read = readOnlyColumn({ column: rule['column'] }, where)
  return (cells) => {
    const pair = (read(cells) ?? '').split(/\s*[,;]\s*|\s+/)
    if (pair.length > 2) throw new Fault(`${where.field}: the cell is not two numbers "${format}"`)
    return format === 'lat, lng' ? pair : pair.toReversed()
  }
}

function readTwo(rule: Rule, where: Where): (cells: readonly string[]) => string[] {
  checkKeys(rule, ['lat', 'lng'], where.field)
  const lat = readOnlyColumn({ column: rule['lat'] }, { ...where, field: `${where.field}.lat` })
  const lng = readOnlyColumn({ column: rule['lng'] }, { ...where, field: `${where.field}.lng` })
  return (cells) => [lat(cells) ?? '', lng(cells) ?? '']
}

function readConstant(rule: Rule, { field }: Where): Read<string> {
  checkKeys(rule, ['constant'], field)
  const constant = text(rule['constant'], `${field}.constant`)
  return () => constant
}

function readColumns(rule: Rule, where: Where): Read<string> {
  const { reads, glue } = readParts(rule, where)
  return (cells) => reads.flatMap((read) => read(cells) ?? []).join(glue) || null
}

/** Reads the cells of several columns, each for itself. */
export function readParts(rule: Rule, where: Where): { reads: Read<string>[]; glue: string } {
  checkKeys(rule, ['columns', 'join'], where.field)
  const { columns, join = ' ' } = rule
  if (!Array.isArray(columns) || columns.length === 0) {
    throw invalid(`The map: ${where.field}.columns must be a list of column names`)
  }
  const glue = text(join, `${where.field}.join`)
  const reads = columns.map((name) => readOnlyColumn({ column: name }, where))
  return { reads, glue }
}

function readTable(rule: Rule, where: Where): Read<string> {
  checkKeys(rule, ['column', 'table'], where.field)
  const { column, table } = rule
  if (!isObject(table)) {
    throw invalid(`The map: ${where.field}.table must be an object of words and values`)
  }
  const words = new Map(
    Object.entries(table).map(([word, value]) => [
      word.trim(),
      value === null ? null : text(value, `${where.field}.table["${word}"]`),
    ]),
  )
  const read = readOnlyColumn({ column }, where)
  return (cells) => {
    const word = read(cells)
    const value = word === null ? null : words.get(word)
    if (value !== undefined) return value
    throw new Fault(`${where.field}: the word in "${column}" is not in the table of the map`)
  }
}

function readOnlyColumn(rule: Rule, where: Where): Read<string> {
  checkKeys(rule, ['column'], where.field)
  return readColumn(text(rule['column'], `${where.field}.column`), where)
}

function readColumn(name: string, { columns, field }: Where): Read<string> {
  const index = columns.indexOf(name.trim())
  if (index < 0) throw unknownColumn(name, { columns, field })
  if (columns.lastIndexOf(name.trim()) !== index) {
    throw invalid(`The map: ${field}: two columns of the file are called "${name}"`)
  }
  return (cells) => cells[index] || null
}

function unknownColumn(name: string, { columns, field }: Where): Problem {
  const alone = columns.length === 1 ? '. Is the delimiter of the map that of the file?' : ''
  return invalid(
    `The map: ${field}: the file has no column "${name}"${didYouMean(name, columns)} ` +
      `The columns are: ${columns.join(', ')}${alone}`,
  )
}

function text(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  throw invalid(`The map: ${where} must be a text`)
}

export function isObject(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws for a key that is not in `allowed`. */
export function checkKeys(rule: Rule, allowed: readonly string[], where: string): void {
  const unknown = Object.keys(rule).find((key) => !allowed.includes(key))
  if (unknown === undefined) return
  const key = where ? `${where}.${unknown}` : unknown
  const hint = didYouMean(unknown, allowed)
  throw invalid(`The map: ${key} is not known${hint} It may have: ${allowed.join(', ')}`)
}
