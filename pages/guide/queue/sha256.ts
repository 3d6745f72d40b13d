import type { Sha256 } from '../../../src/queue/permutation.ts'

/** Whether the browser has what draws and challenges are computed by: not without HTTPS. */
export const canHash = (): boolean => globalThis.crypto.subtle !== undefined

export const sha256: Sha256 = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
