/** Gives the pages the time zones of the service's Node, which builds them: their names, and when their clocks change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginOption } from 'vite'
import { listTimeZones } from '#platform/values/time-zones'
import { changesOf } from '#platform/values/zone-changes'
import { writeRows } from '#platform/values/zone-rows'

const values = fileURLToPath(new URL('../src/platform/values/', import.meta.url))

/** Replaces the two modules that ask Node by their answers. */
export function zoneData(): PluginOption {
  return {
    name: 'zone-data',
    load: (id) => {
      if (id === join(values, 'zone-changes.ts')) return changes()
      if (id === join(values, 'zone-list.ts'))
        return `export const zoneList = ${JSON.stringify(listTimeZones())}`
      return undefined
    },
  }
}

function changes(): string {
  const zones = listTimeZones().map(({ name }) => name)
  const rows = JSON.stringify(writeRows(zones, changesOf))
  return `import { readRows, rowsEnd as changesEnd } from './zone-rows.ts'
    export { changesEnd }
    export const changesOf = readRows(${rows})`
}

/** Notes the age of the data beside the pages, which `checkZones` compares with that of the service. */
export function noteZoneData(folder: string): void {
  writeFileSync(join(folder, '.zones'), process.versions['tz'] ?? '')
}
