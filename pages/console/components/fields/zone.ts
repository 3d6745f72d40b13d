import { createContext, useContext } from 'react'
import { instantOf, localTime, utc } from '#platform/zones/local-time'
import { zoneList } from '#platform/zones/zone-list'

/** The time zone in which times are shown and entered: the current festival's, else UTC. */
export const Zone = createContext(utc)

export const useZone = () => useContext(Zone)

/** The time zones by their current names, which a browser may not know. */
export const zones = [utc, ...zoneList.map(({ name }) => name)]

const formerNames = new Map(zoneList.map(({ name, formerNames: names }) => [name, names]))

/** Returns true if a name of a zone, present or former, has this text in it; a blank counts as `_`. */
export function isNamed(zone: string, text: string): boolean {
  const part = text.trim().toLowerCase().replaceAll(' ', '_')
  return [zone, ...(formerNames.get(zone) ?? [])].some((name) => name.toLowerCase().includes(part))
}

/** Returns the time zone of this browser; UTC if the browser does not report it. */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const known = zoneList.find(
    ({ name, formerNames: names }) => name === timeZone || names.includes(timeZone),
  )
  return known?.name ?? utc
}

/** Converts the time of a field in a zone to UTC: both are values of `<input type="datetime-local">`. */
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

/** Returns the time at which clocks of another zone show the same as clocks of the first zone show at this time. */
export const sameClock = (text: string, from: string, to: string) => toUtc(toLocal(text, from), to)
