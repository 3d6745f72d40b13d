/** The layout of a ticket's code, for the service and for a gate's browser: nothing of Node in here. */
import { fromBase45 } from './base45.ts'

/** What a code says. The times are whole seconds, widened; null: no limit on that side. */
export type Ticket = {
  payment_id: string
  entity_id: string
  valid_since: Date | null
  valid_until: Date | null
}

/** What a code says while its signature is still to be checked. */
export type Claim = {
  key_id: number
  ticket: Ticket
  /** what was signed, and with what */
  said: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

export const version = 1
/** Where each part begins: after the version, which is at 0. */
export const at = { key: 1, payment: 3, entity: 19, since: 35, until: 40, signature: 45, end: 109 }

/** Reads a text of our layout; undefined for any other. Its signature is still to be checked. */
export function readCode(code: string): Claim | undefined {
  const bytes = fromBase45(code)
  if (bytes?.length !== at.end || bytes[0] !== version) return undefined
  const view = new DataView(bytes.buffer)
  return {
    key_id: view.getUint16(at.key),
    ticket: {
      payment_id: toUuid(bytes.subarray(at.payment, at.entity)),
      entity_id: toUuid(bytes.subarray(at.entity, at.since)),
      valid_since: toTime(view, at.since),
      valid_until: toTime(view, at.until),
    },
    said: bytes.subarray(0, at.signature),
    signature: bytes.subarray(at.signature),
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
