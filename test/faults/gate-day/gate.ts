/** The page of a gate, without its screen. */
import { decide, type Gate } from '../../../pages/gate/decide.ts'
import { Log } from '../../../pages/gate/log.ts'
import type { Inside } from '../../../pages/gate/store.ts'
import { Store } from '../../../pages/gate/store.ts'
import { startSync } from '../../../pages/gate/sync.ts'
import { gateClient } from '../../../pages/shared/client.ts'
import { Service } from '../../../pages/shared/service.ts'
import type { Command, Scanned, State } from './messages.ts'
import { network } from './network.ts'
import { hear, say, setup } from './setup.ts'

const store = await Store.open()
const log = new Log(() => undefined)
await log.load(store)
const service = new Service((send) => gateClient(() => null, send), {
  onLine: () => undefined,
  onEnded: () => say({ kind: 'ended' }),
})
const gate: Gate = {
  store,
  service,
  log,
  device: setup.device,
  festival: await store.kept('festival'),
  inside: await store.kept<Inside>('inside'),
}
service.isOnline = setup.isConnected
const together = startSync(gate, () => undefined)
void together.now()
// A page that has lost the service hears of it again with each scan; here scans must not wait for that.
setInterval(together.soon, 500)

const answers: Partial<Record<Command['kind'], (command: never) => Promise<unknown>>> = {
  state: async ({ meet }: Command & { kind: 'state' }): Promise<State> => {
    if (meet) await together.now()
    const isReady = gate.festival?.as_of != null
    return { unsent: log.unsent().length, leased: 0, isOnline: service.isOnline, isReady }
  },
  network: async ({ isThere }: Command & { kind: 'network' }) => {
    network.isThere = isThere
    if (isThere) void together.now()
    else service.isOnline = false
  },
  scan: async (asked: Command & { kind: 'scan' }): Promise<Scanned> => {
    const { code, direction, practice = false } = asked
    const began = performance.now()
    const scan = await decide(gate, code, { direction, practice, ask_first: true })
    const { result, reason, nonce, first, isOffline } = scan
    return { result, reason, nonce, first, isOffline, ms: performance.now() - began }
  },
}
hear(async (command) => answers[command.kind]?.(command as never))
