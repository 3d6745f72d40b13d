import cluster, { type Worker } from 'node:cluster'

/** What Node's own cluster says to a worker, and the worker to it. */
type Said = { act?: string; seq?: number; ack?: number }

/**
 * A connection handed to a worker that dies before it has said that it takes it: Node goes on waiting for that
 * word, and it is never answered. It is given here in the dead one's place. The connection goes to the next
 * worker, or ends where there is none. These messages are Node's affair; `test/workers.test.ts` notices when
 * they change.
 */
export function handOverAgain({ process: child }: Worker): void {
  const handed = new Set<number | undefined>()
  const { send } = child
  child.send = (...args: unknown[]) => {
    const [{ act, seq }] = args as [Said]
    if (act === 'newconn') handed.add(seq)
    return Reflect.apply(send, child, args)
  }
  child.on('internalMessage', ({ ack }: Said) => handed.delete(ack))
  child.once('exit', () => {
    const accepted = Object.keys(cluster.workers ?? {}).length === 0
    for (const ack of handed) {
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted })
    }
  })
}
