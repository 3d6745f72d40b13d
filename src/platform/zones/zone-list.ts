/** The time zones to choose from. The build of the pages replaces this file by the list itself (`scripts/zone-data.ts`). */
import { listTimeZones } from './time-zones.ts'

/** The present name of each zone, with its former names. */
export const zoneList: { name: string; formerNames: string[] }[] = listTimeZones()
