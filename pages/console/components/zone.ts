import { createContext, useContext } from 'react'
import { instantOf, localTime, utc } from '#platform/values/local-time'

/** The time zone in which times are shown and entered: that of the festival one works on, else UTC. */
export const Zone = createContext(utc)

export const useZone = () => useContext(Zone)

/** The time zones by name. Abbreviations are left out, as in the API. */
export const zones = [
  utc,
  ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')),
]

/** Where this browser is; UTC where it does not say. */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return zones.includes(timeZone) ? timeZone : utc
}

/** What a field shows in a zone, as it is in UTC: both are values of `<input type="datetime-local">`. */
export const toUtc = (text: string, zone: string) =>
  text &&
  instantOf(new Date(`${text}Z`), zone)
    .toISOString()
    .slice(0, 16)

export const toLocal = (text: string, zone: string) =>
  text &&
  localTime(new Date(`${text}Z`), zone)
    .toISOString()
    .slice(0, 16)

/** The time that clocks of another zone show as those of the first show this one. */
export const sameClock = (text: string, from: string, to: string) => toUtc(toLocal(text, from), to)
