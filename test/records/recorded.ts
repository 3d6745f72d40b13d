import type { Person } from '../world.ts'
import type { ValuesByPath } from './values.ts'

type Reads = Record<string, (answer: any) => unknown>
export type Reasons = Record<string, string>

export type Recorded = {
  name: string
  /** the operations that write it; one that replaces the whole record is `change` alone */
  create?: string
  change?: string
  /** who writes it, where that is not an admin */
  by?: (id: string) => Promise<Person>
  /** what stands for the parameter of the path of `change` where nothing was created */
  id?: string
  detail?: (id: string) => string
  list?: string
  rows?: (body: any) => any[]
  /** values that a schema does not know */
  given?: ValuesByPath
  /** fields that are read under another name or in another form */
  reads?: Reads
  /** fields that are never read, and why */
  unread?: Reasons
  /** fields that a change may not write, and why */
  permanent?: Reasons
  /** what a field is called in the audit log, where that is not its own name */
  auditedAs?: Record<string, string>
  /** what the audit log says of new ones where it only counts them */
  counted?: string
  /** fields whose values are not in the audit log, and why; a reason alone: none of them */
  unaudited?: Reasons | string
  /** the record in `GET /users/i/export` */
  exported?: (body: any, id: string) => any
  /** how it is found in the next edition of its festival, or why an edition has none */
  edition: Copied | string
  /** where `festival export` writes it, or why it does not */
  file: Filed | string
  /** what of it `festival import` does not read back from that export, by kind of import; or why it reads none */
  imported: { lineup: Reasons; list?: Reasons } | string
}

type Copied = {
  /** the festival whose next edition has a copy of the record */
  of: (id: string) => string
  /** the copy, at the edition and with the name of the record */
  url: (edition: string) => string
  rows?: (body: any, name: unknown) => any
  except: Reasons
}

/** The rows of a record in the files of an export. */
export type Filed = {
  name: string
  /** the files of its parts, by field */
  parts?: Record<string, string>
  /** the columns of fields whose values are written in another form, by path */
  as?: Record<string, string>
  except?: Reasons
}

export const notOfCatalogue = 'An import reads festivals and artists'
export const notFiled = 'An export has what people would take elsewhere'
/** Records of the service itself. */
export const ofService = {
  edition: 'It belongs to no festival',
  file: notFiled,
  imported: notOfCatalogue,
}
