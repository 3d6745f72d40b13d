import type { Person } from '../world.ts'
import type { ValuesByPath } from './values.ts'

type Reads = Record<string, (answer: any) => unknown>
type Reasons = Record<string, string>

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
}
