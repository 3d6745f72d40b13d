/** Small differences are the network's, not the clock's. */
const tolerance = 2_000
let ahead = 0

/** The time by the service's clock, as far as it has been heard; else by the device's. */
export function now(): Date {
  return new Date(Date.now() - ahead)
}

/** Hears the service's clock in an answer that was asked for at `sent`, milliseconds by this device. */
export function hearClock({ headers }: Response, sent: number): void {
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) return
  // It is told in whole seconds, cut off, and is half a round trip old.
  const difference = (sent + Date.now()) / 2 - (said + 500)
  ahead = Math.abs(difference) > tolerance ? difference : 0
}

/** How far the device's clock is ahead of the service's, milliseconds. */
export function clockError(): number {
  return ahead
}
