/** The parts of a table of an export. */
import type { Columns } from '#platform/database/columns'

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'datetime'
export type Field = [name: string, type: Type, description: string, expression?: string]

export type Table = {
  name: string
  description: string
  /** the SQL after `from` */
  from: string
  fields: Field[]
  /** not part of the export of one organizer: it is about people, or belongs to no festival */
  isPrivate?: true
}

export const id: Field = ['id', 'string', 'Its id']
export const time = (name: string, description: string, column = name): Field => [
  name,
  'datetime',
  description,
  `json_time(${column})`,
]
/** A point, as two numbers. */
export const degrees = (column: string): Field[] => [
  ['lat', 'number', 'Latitude, degrees', `${column}[1]`],
  ['lng', 'number', 'Longitude, degrees', `${column}[0]`],
]

const plain: Record<string, Type> = { int: 'integer', bool: 'boolean' }

/** Returns the columns that `<module>/columns.ts` lists, as fields of a table, without points: see `degrees`. */
export function fieldsOf({ stored }: Pick<Columns<never, never>, 'stored'>): Field[] {
  return stored.flatMap(({ name, type, about }): Field[] => {
    if (about === undefined || type === 'point') return []
    if (type === 'timestamptz') return [time(name, about)]
    if (type === 'text[]') return [[name, 'string', about, `array_to_string(${name}, '|')`]]
    return [[name, plain[type] ?? 'string', about]]
  })
}

export const festival: Field = ['festival_id', 'string', 'Its festival, in festivals.csv']
export const made = time('created_at', 'When it was made')
export const sold: Field = ['sold', 'integer', 'How many of them are sold']
export const payment: Field = ['payment_id', 'string', 'Its payment, in payments.csv']
export const inChosen = 'festival_id in (select id from chosen)'
export const paidFor = `payment_id in (select id from payments where ${inChosen} or festival_id is null and is_whole())`
