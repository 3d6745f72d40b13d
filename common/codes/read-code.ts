/** The layout of a ticket's code, for the service and for a gate's browser: it uses nothing of Node. */
import { fromBase45 } from './base45.ts'

/** The content of a code. The times are whole seconds, widened; null: no limit on that side. */
export type Ticket = {
  payment_id: string
  entity_id: string
  valid_since: Date | null
  valid_until: Date | null
  /** the number of transfers before this code was signed */
  revision: number
}

/** The content of a code before its signature is checked. */
export type Claim = {
  key_id: number
  ticket: Ticket
  /** the signed bytes, and their signature */
  said: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** The offsets of the parts after the version, which is at 0. `revision` is null if the layout has none. */
type Layout = Record<'version' | 'signature' | 'end', number> & { revision: number | null }
/** The offsets of the parts that both versions have. */
export const at = { key: 1, payment: 3, entity: 19, since: 35, until: 40 }
const layouts: Record<'first' | 'handedOn', Layout> = {
  first: { version: 1, revision: null, signature: 45, end: 109 },
  handedOn: { version: 2, revision: 45, signature: 47, end: 111 },
}
/** The highest number that fits into the two bytes of a code. */
export const mostRevisions = 65_535

/** The lengths of codes, in characters: three for two bytes, and two for the last one. */
export const codeLengths = Object.values(layouts).map(({ end }) => Math.ceil((end * 3) / 2))

/** Returns the layout of a revision: the first code of a ticket still has version 1. */
export const layoutOf = (revision: number): Layout =>
  revision === 0 ? layouts.first : layouts.handedOn

/** Reads a text in one of our layouts; undefined for any other. Its signature is still to be checked. */
export function readCode(code: string): Claim | undefined {
  const bytes = fromBase45(code)
  const layout = Object.values(layouts).find(
    ({ version, end }) => bytes?.length === end && bytes[0] === version,
  )
  if (!bytes || !layout) return undefined
  const view = new DataView(bytes.buffer)
  const revision = layout.revision === null ? 0 : view.getUint16(layout.revision)
  // Each revision has one text: the first code of a ticket has version 1.
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

/** Reads five bytes of Unix seconds; 0 means that there is no limit. */
function toTime(view: DataView, offset: number): Date | null {
  const seconds = view.getUint8(offset) * 2 ** 32 + view.getUint32(offset + 1)
  return seconds === 0 ? null : new Date(seconds * 1000)
}

function toUuid(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
