import { createContext, useContext } from 'react'
import { utc } from '#platform/values/local-time'

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
