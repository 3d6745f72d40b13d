/** How many people are inside the zone that this gate leads into, as the service counts them. */
import { mainZone } from '../../src/entrance/gate/admission.ts'
import { now } from '../shared/clock.ts'
import type { Gate } from './decide.ts'

/** As long as an answer to a scan may wait for the network. */
const patience = 2_000

/**
 * Reads how many are inside, and keeps it for when there is no network.
 * @throws Unanswered, Ended
 */
export async function readInside(gate: Gate): Promise<void> {
  const { device, service, store, festival } = gate
  const zones = await service.call(
    (client, options) => client.gate.inside(device.festival_id, options),
    patience,
  )
  const zone = zones.find(({ name }) => name === (festival?.zone ?? mainZone))
  if (!zone) return
  gate.inside = { ...zone, as_of: now().getTime() }
  await store.keep('inside', gate.inside)
}
