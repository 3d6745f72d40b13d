/** Small differences come from the network, not the clock. */
const tolerance = 2_000
let ahead = 0
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the service's time if it is known; else the device's. */
export function now(): Date {
  return new Date(Date.now() - ahead)
}

/** Reads the service's clock from an answer to a request sent at `sent`, in milliseconds of this device. */
export function setServerClock({ headers }: Response, sent: number): void {
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) return
  // The header has whole seconds, rounded down, and is half a round trip old.
  const difference = (sent + Date.now()) / 2 - (said + 500)
  ahead = Math.abs(difference) > tolerance ? difference : 0
}

/** Returns how far the device's clock is ahead of the service's, in milliseconds. */
export function clockError(): number {
  return ahead
}

/** Returns the time zone of the gate's festival; the device's until it is known. */
export const festivalZone = (): string => zone

export function setServerZone(name: string): void {
  zone = name
}
