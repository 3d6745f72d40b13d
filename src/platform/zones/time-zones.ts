/** The names of time zones. Node knows all zones; CLDR knows the present IANA name of each. */
import bcp47 from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }
import { type Static, Type } from 'typebox'
import { Format } from 'typebox/format'
import { utc } from './local-time.ts'

/** An abbreviation is refused: `EST` is New York's winter to people, and Panama's whole year to IANA. */
const abbreviation = /^([CEMW]ET|[EHM]ST|[CEMP]ST\d[CEMP]DT)$/i
const offset = /^[+-]/

type Entry = Partial<Record<'_alias' | '_iana' | '_preferred', string>>

/** Maps each earlier name of a zone to its present one. CLDR's first name stays for ever; `_iana` is the present one. */
const presentNames = new Map(
  Object.values<Entry | string>(bcp47.keyword.u.tz).flatMap((entry) => {
    if (typeof entry === 'string' || !entry['_alias'] || entry['_preferred']) return []
    const names = entry['_alias'].split(' ')
    const present = names.includes('Etc/UTC') ? utc : (entry['_iana'] ?? names[0] ?? '')
    return names.map((name) => [name, present] as const)
  }),
)

/**
 * Returns the present IANA name of a time zone, for any earlier name and any spelling: `Asia/Kolkata` for
 * `asia/calcutta`. Undefined for an unknown zone, an abbreviation and an offset. Everything that stores a zone stores
 * this name.
 */
export function toTimeZone(name: string): string | undefined {
  if (abbreviation.test(name) || offset.test(name)) return undefined
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(0)
    const { timeZoneId } = instant.toZonedDateTimeISO(name)
    // Temporal also reads the zone of a whole date and time.
    if (timeZoneId.toLowerCase() !== name.toLowerCase()) return undefined
    return presentNames.get(timeZoneId) ?? timeZoneId
  } catch {
    return undefined
  }
}

/** Returns the present names of all zones with a city or an area, each with its earlier names, which people may search for. */
export function listTimeZones(): { name: string; formerNames: string[] }[] {
  const known = new Set(Intl.supportedValuesOf('timeZone').map((name) => toTimeZone(name) ?? name))
  const names = [...known].filter((name) => name.includes('/')).toSorted()
  const earlier = Map.groupBy(presentNames.keys(), (name) => presentNames.get(name))
  return names.map((name) => ({
    name,
    formerNames: (earlier.get(name) ?? []).filter((one) => one !== name && one.includes('/')),
  }))
}

Format.Set('time-zone', (name) => toTimeZone(name) !== undefined)

export const TimeZone = Type.String({
  maxLength: 64,
  format: 'time-zone',
  description: 'IANA name; times are told in it, and days are its own',
  examples: ['Europe/Copenhagen'],
})
export type TimeZone = Static<typeof TimeZone>
