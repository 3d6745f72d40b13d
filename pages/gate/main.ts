/** The page at the gate. */
import { Attendant } from './attendant.ts'
import { offerToInstall, warnWithoutHttps, wire } from './controls.ts'
import { notice } from './page.ts'
import { knownDevice, takeToken } from './session.ts'
import { Store } from './store.ts'
import { keepPage } from './version.ts'

const minute = 60_000

// Runs first, because the address holds a secret and is visible.
const token = takeToken()
offerToInstall()
warnWithoutHttps()
try {
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
  setInterval(() => attendant.refresh(), minute)
  // The link may have been opened before the page listened.
  const given = token ?? takeToken()
  const device = given === undefined ? await knownDevice(store) : undefined
  if (given !== undefined) await attendant.enter(given)
  else if (device) await attendant.open(device)
  else await attendant.close('')
  if (!('serviceWorker' in navigator)) return
  const newer = 'A newer version of this page is ready.'
  const onNewer = (work: () => void) => notice('newer', newer, { name: 'Update', work })
  await keepPage(() => attendant.isIdle, onNewer).catch(() => {
    notice(
      'kept',
      'This page could not be saved on the device: without a network it will not open.',
    )
  })
}
