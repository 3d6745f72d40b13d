import type { Device, Festival, Store } from './store.ts'

/** This device's set-up is not, or no longer, good. */
export class BadToken extends Error {}

/** The token in a link, or in whatever was pasted or scanned. */
export function tokenIn(text: string): string | undefined {
  return /fst_gate_\w+/.exec(text)?.[0]
}

/** Takes the token out of the address at once, so that it is not in the history. */
export function takeToken(): string | undefined {
  const token = tokenIn(location.hash)
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return token
}

/**
 * Makes this browser the device with a token. The token goes into a cookie that no script reads; the key
 * of its session stays.
 * @throws BadToken, or TypeError without a network
 */
export async function setUp(store: Store, token: string): Promise<Device> {
  const device = await ask('POST', { body: JSON.stringify({ token }) })
  if (!device) throw new BadToken('This device is unknown')
  await become(store, device)
  // Else the browser may forget it all when it runs out of space. It may ask first: this does not wait for the answer.
  void navigator.storage?.persist?.()
  return device
}

/** The device this browser is: as it remembers, else by its cookie. Undefined when it is none. */
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

/** Forgets everything but scans that still have to be sent, and the key with which it takes its leave. */
export async function forget(store: Store): Promise<void> {
  const device = await store.kept<Device>('device')
  const scans = await store.scans()
  await store.change((desk) => {
    for (const table of ['kept', 'tickets', 'admissions'] as const) desk.clear(table)
    for (const { nonce, code } of scans) if (code === undefined) desk.drop('scans', nonce)
    desk.put('kept', { name: 'left', value: device?.session ?? '' })
  })
}

/** Takes the cookie back. Without a network it stays, unused, and the next start tries again. */
export async function leave(store: Store, key: string): Promise<void> {
  try {
    await ask('DELETE', { key }).catch((error: unknown) => {
      // There is no such cookie, or not any more.
      if (!(error instanceof BadToken)) throw error
    })
    await store.change((desk) => desk.drop('kept', 'left'))
  } catch {
    // The device has forgotten what goes with it.
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
