/** Returns true if the browser has the functions that compute draws and challenges: not without HTTPS. */
export const canHash = (): boolean => globalThis.crypto.subtle !== undefined

export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
