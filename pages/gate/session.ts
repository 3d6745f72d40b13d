import type { Device, Festival, Store } from './store.ts'

/** The token of this device is not valid, or no longer valid. */
export class BadToken extends Error {}

/** The token in a link, or in a pasted or scanned text. */
export function tokenIn(text: string): string | undefined {
  return /fst_gate_\w+/.exec(text)?.[0]
}

/** Removes the token from the address at once, so that it is not in the history. */
export function takeToken(): string | undefined {
  const token = tokenIn(location.hash)
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return token
}

/**
 * Makes this browser the device of a token. The token goes into a cookie that scripts cannot read; the key
 * of its session stays here.
 * @throws BadToken, or TypeError without a network
 */
export async function setUp(store: Store, token: string): Promise<Device> {
  const device = await ask('POST', { body: JSON.stringify({ token }) })
  if (!device) throw new BadToken('This device is unknown')
  await become(store, device)
  // Otherwise the browser may delete the data when it runs out of space. It may ask the user: do not wait
  // for that.
  void navigator.storage?.persist?.()
  return device
}

/** The device of this browser: from its store, else by its cookie. Undefined when there is none. */
export async function knownDevice(store: Store): Promise<Device | undefined> {
  const known = await store.kept<Device>('device')
  if (known) return known
  const left = await store.kept<string>('left')
  if (left !== undefined) {
    await leave(store, left)
    return undefined
  }
  const device = await ask('GET').catch(() => undefined)
  if (device) await become(store, device)
  return device
}

/** Forgets everything except unsent scans and the key needed to sign out. */
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
    await ask('DELETE', { key }).catch((error: unknown) => {
      // The cookie does not exist, or no longer exists.
      if (!(error instanceof BadToken)) throw error
    })
    await store.change((desk) => desk.drop('kept', 'left'))
  } catch {
    // The device has already forgotten the key.
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

type Told = { session: string | null; device: Omit<Device, 'session'> | null }

type Said = { body?: string; key?: string }

async function ask(method: string, { body, key }: Said = {}): Promise<Device | undefined> {
  const response = await fetch('/gate/session', {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(15_000),
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-festival-session': key }),
    },
  })
  if (response.status === 401 || response.status === 400) throw new BadToken('Invalid token')
  if (!response.ok) throw new TypeError(`The service answered ${response.status}`)
  const { session, device } = (await response.json()) as Told
  return session !== null && device ? { ...device, session } : undefined
}
