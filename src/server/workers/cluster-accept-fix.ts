import cluster, { type Worker } from 'node:cluster'

/** The messages between Node's own cluster and a worker. */
type ClusterMessage = { act?: string; seq?: number; ack?: number }

/**
 * Acknowledges a connection in the place of a worker that dies before it has accepted it: Node would wait for the
 * acknowledgement forever. The connection goes to the next worker, or ends if there is none. These messages are
 * internal to Node; `test/workers.long.test.ts` detects changes of them.
 */
export function handOverAgain({ process: child }: Worker): void {
  const handed = new Set<number | undefined>()
  const { send } = child
  child.send = (...args: unknown[]) => {
    const [{ act, seq }] = args as [ClusterMessage]
    if (act === 'newconn') handed.add(seq)
    return Reflect.apply(send, child, args)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => handed.delete(ack))
  child.once('exit', () => {
    const accepted = Object.keys(cluster.workers ?? {}).length === 0
    for (const ack of handed) {
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted })
    }
  })
}
