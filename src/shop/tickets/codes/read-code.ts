/** The layout of a ticket's code, for the service and for a gate's browser: nothing of Node in here. */
import { fromBase45 } from './base45.ts'

/** What a code says. The times are whole seconds, widened; null: no limit on that side. */
export type Ticket = {
  payment_id: string
  entity_id: string
  valid_since: Date | null
  valid_until: Date | null
  /** how often the ticket had been handed on when this code was signed */
  revision: number
}

/** What a code says while its signature is still to be checked. */
export type Claim = {
  key_id: number
  ticket: Ticket
  /** what was signed, and with what */
  said: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** Where each part begins: after the version, which is at 0. `revision` is null where there is none. */
type Layout = Record<'version' | 'signature' | 'end', number> & { revision: number | null }
/** Where the parts begin that both versions have. */
export const at = { key: 1, payment: 3, entity: 19, since: 35, until: 40 }
const layouts: Record<'first' | 'handedOn', Layout> = {
  first: { version: 1, revision: null, signature: 45, end: 109 },
  handedOn: { version: 2, revision: 45, signature: 47, end: 111 },
}
/** As many as the two bytes of a code count. */
export const mostRevisions = 65_535

/** The layout of a revision: the first code of a ticket is still one of version 1. */
export const layoutOf = (revision: number): Layout =>
  revision === 0 ? layouts.first : layouts.handedOn

/** Reads a text of our layouts; undefined for any other. Its signature is still to be checked. */
export function readCode(code: string): Claim | undefined {
  const bytes = fromBase45(code)
  const layout = Object.values(layouts).find(
    ({ version, end }) => bytes?.length === end && bytes[0] === version,
  )
  if (!bytes || !layout) return undefined
  const view = new DataView(bytes.buffer)
  const revision = layout.revision === null ? 0 : view.getUint16(layout.revision)
  // Each revision has one text: the first code of a ticket is one of version 1.
  if (layoutOf(revision) !== layout) return undefined
  return {
    key_id: view.getUint16(at.key),
    ticket: {
      payment_id: toUuid(bytes.subarray(at.payment, at.entity)),
      entity_id: toUuid(bytes.subarray(at.entity, at.since)),
      valid_since: toTime(view, at.since),
      valid_until: toTime(view, at.until),
      revision,
    },
    said: bytes.subarray(0, layout.signature),
    signature: bytes.subarray(layout.signature),
  }
}

/** Five bytes of unix seconds; 0 says that there is no limit. */
function toTime(view: DataView, offset: number): Date | null {
  const seconds = view.getUint8(offset) * 2 ** 32 + view.getUint32(offset + 1)
  return seconds === 0 ? null : new Date(seconds * 1000)
}

function toUuid(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
