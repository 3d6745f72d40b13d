/** Gives the pages the time zones of the service's Node, which builds them: their names, and when their clocks change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginOption } from 'vite'

const values = fileURLToPath(new URL('../src/platform/values/', import.meta.url))

/** Replaces the two modules that ask Node by their answers. */
export function zoneData(): PluginOption {
  return {
    name: 'zone-data',
    load: async (id) => {
      if (id === join(values, 'zone-changes.ts')) return changes()
      if (id === join(values, 'zone-list.ts'))
        return `export const zoneList = ${JSON.stringify(await list())}`
      return undefined
    },
  }
}

/** Loaded only for a page that needs it. */
async function list() {
  const { listTimeZones } = await import('#platform/values/time-zones')
  return listTimeZones()
}

async function changes(): Promise<string> {
  const { changesOf } = await import('#platform/values/zone-changes')
  const { writeRows } = await import('#platform/values/zone-rows')
  const zones = (await list()).map(({ name }) => name)
  const rows = JSON.stringify(writeRows(zones, changesOf))
  return `import { readRows, rowsEnd as changesEnd } from './zone-rows.ts'
    export { changesEnd }
    export const changesOf = readRows(${rows})`
}

/** Notes the age of the data beside the pages, which `checkZones` compares with that of the service. */
export function noteZoneData(folder: string): void {
  writeFileSync(join(folder, '.zones'), process.versions['tz'] ?? '')
}
