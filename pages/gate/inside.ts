/** The number of people inside the zone that this gate leads into, as the service counts them. */
import { mainZone } from '#common/gate/admission'
import { now } from '../shared/clock.ts'
import type { Gate } from './decide.ts'

/** The same time as an answer to a scan may wait for the network. */
const patience = 2_000

/**
 * Reads the number of people inside, and stores it for times without a network.
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
