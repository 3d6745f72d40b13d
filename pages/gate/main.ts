/** The page at the gate. */

import { changesReady } from '#platform/zones/zone-changes'
import { takeToken } from '../shared/device-session.ts'
import { offerToInstall, warnWithoutHttps } from '../shared/install.ts'
import { notice } from '../shared/page.ts'
import { cachePage } from '../shared/version.ts'
import { Attendant } from './attendant.ts'
import { wire } from './controls.ts'
import { knownDevice, tokenIn } from './session.ts'
import { syncSettings } from './settings.ts'
import { Store } from './store.ts'

const minute = 60_000

// Runs first, because the address holds a secret and is visible.
const token = takeToken(tokenIn)
offerToInstall()
warnWithoutHttps('it has no camera and does not work offline. Codes can be typed.')
try {
  await changesReady
  await begin(await Store.open())
} catch {
  notice(
    'storage',
    'This browser stores no data, so it cannot be used as a gate. Leave the private window.',
  )
}

async function begin(store: Store): Promise<void> {
  const attendant = new Attendant(store)
  wire(attendant, store)
  await syncSettings(store)
  setInterval(() => attendant.refresh(), minute)
  // The link may have been opened before the page listened.
  const given = token ?? takeToken(tokenIn)
  const device = given === undefined ? await knownDevice(store) : undefined
  if (given !== undefined) await attendant.enter([given])
  else if (device) await attendant.open(device)
  else await attendant.close('')
  if (!('serviceWorker' in navigator)) return
  const newer = 'A newer version of this page is ready.'
  const onNewer = (work: () => void) => notice('newer', newer, { name: 'Update', work })
  await cachePage('/gate', () => attendant.isIdle, onNewer).catch(() => {
    notice(
      'kept',
      'This page could not be saved on the device: without a network it will not open.',
    )
  })
}
