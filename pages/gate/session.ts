import { BadToken, fetchSession, setUpToken } from '../shared/device-session.ts'
import type { Device, Festival, Store } from './store.ts'

/** The token in a link, or in a pasted or scanned text. */
export const tokenIn = (text: string) => setUpToken(text, 'fst_gate')

/**
 * Makes this browser the device of a token. The token goes into a cookie that scripts cannot read; the key
 * of its session stays here.
 * @throws BadToken, or TypeError without a network
 */
export async function setUp(store: Store, token: string): Promise<Device> {
  const device = await fetchSession('/gate', 'POST', { token })
  if (!device) throw new BadToken('This device is unknown')
  await become(store, device)
  // Otherwise the browser may delete the data when it runs out of space. It may ask the user: do not wait
  // for that.
  void navigator.storage?.persist?.()
  return device
}

/** Returns the device of this browser: from its store, else by its cookie; undefined if there is none. */
export async function knownDevice(store: Store): Promise<Device | undefined> {
  const known = await store.kept<Device>('device')
  if (known) return known
  const left = await store.kept<string>('left')
  if (left !== undefined) {
    await leave(store, left)
    return undefined
  }
  const device = await fetchSession('/gate', 'GET').catch(() => undefined)
  if (device) await become(store, device)
  return device
}

/** Removes everything except unsent scans and the key needed to sign out. */
export async function forget(store: Store): Promise<void> {
  const device = await store.kept<Device>('device')
  const scans = await store.scans()
  await store.change((desk) => {
    for (const table of ['kept', 'tickets', 'admissions'] as const) desk.clear(table)
    for (const { nonce, code } of scans) if (code === undefined) desk.drop('scans', nonce)
    desk.put('kept', { name: 'left', value: device?.session ?? '' })
  })
}

/** Deletes the cookie. Without a network it stays, unused, and the next start tries again. */
export async function leave(store: Store, key: string): Promise<void> {
  try {
    await fetchSession('/gate', 'DELETE', { key }).catch((error: unknown) => {
      // The cookie does not exist, or no longer exists.
      if (!(error instanceof BadToken)) throw error
    })
    await store.change((desk) => desk.drop('kept', 'left'))
  } catch {
    // The device has already removed the key.
  }
}

async function become(store: Store, device: Device): Promise<void> {
  const festival = await store.kept<Festival>('festival')
  if (festival && festival.festival.id !== device.festival_id) await forget(store)
  await store.change((desk) => {
    desk.put('kept', { name: 'device', value: device })
    desk.drop('kept', 'left')
  })
}
