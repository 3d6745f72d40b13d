/** Gives the pages the time zones of the service's Node, which builds them: their names, and when their clocks change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginOption } from 'vite'

const folder = fileURLToPath(new URL('../src/platform/zones/', import.meta.url))

const rowsId = 'virtual:zone-rows'
/** The table is a script of its own, beside the first one, so that a page is drawn as soon as before. */
const changes = `
  import { readRows, rowsEnd as changesEnd } from './zone-rows.ts'
  let read = () => []
  export { changesEnd }
  export const changesOf = (zone) => read(zone)
  export const changesReady = import('${rowsId}').then(
    ({ rows }) => {
      read = readRows(rows)
    },
    () => {},
  )`

/** Replaces the two modules that ask Node by their answers. */
export function zoneData(): PluginOption {
  return {
    name: 'zone-data',
    resolveId: (id) => (id === rowsId ? id : undefined),
    load: async (id) => {
      if (id === rowsId) return `export const rows = ${await writeTable()}`
      if (id === join(folder, 'zone-changes.ts')) return changes
      if (id === join(folder, 'zone-list.ts'))
        return `export const zoneList = ${JSON.stringify(await list())}`
      return undefined
    },
  }
}

/** Loaded only for a page that needs it. */
async function list() {
  const { listTimeZones } = await import('#platform/zones/time-zones')
  return listTimeZones()
}

async function writeTable(): Promise<string> {
  const { changesOf } = await import('#platform/zones/zone-changes')
  const { writeRows } = await import('#platform/zones/zone-rows')
  const zones = (await list()).map(({ name }) => name)
  return JSON.stringify(writeRows(zones, changesOf))
}

/** Notes the age of the data beside the pages, which `checkZones` compares with that of the service. */
export function recordZoneData(folder: string): void {
  writeFileSync(join(folder, '.zones'), process.versions['tz'] ?? '')
}
