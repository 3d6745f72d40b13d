/** The settings of the cluster's nodes: strict synchronous replication, and a fast failover. */
import { join } from 'node:path'

/** A node: its name, its folder, and where PostgreSQL and Patroni's API listen. */
export type NodePlace = { name: string; folder: string; port: number; api: number }

/**
 * `etcd`: its port. `isCareless`: no commit waits for a standby, a standby that was cut off does not hurry,
 * and one that is far behind may take over.
 */
type Common = { root: string; programs: string; etcd: number; isCareless: boolean }

/** The arguments of the one etcd, which keeps its data under `root` and listens on two ports. */
export function etcdFlags(root: string, port: number): string[] {
  const [client = '', peer = ''] = [port, port + 1].map((one) => `http://127.0.0.1:${one}`)
  const options = {
    name: 'one',
    'data-dir': join(root, 'etcd'),
    'enable-v2': 'true',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `one=${peer}`,
  }
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`)
}

/** Patroni's configuration of a node. JSON is valid YAML. */
export function patroniSettings({ name, folder, port, api }: NodePlace, common: Common): string {
  const { root, programs, etcd, isCareless } = common
  const settings = {
    scope: 'festival',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    // The v2 API compares before it sets: with etcd 3, Patroni 3.0 lets a frozen primary return.
    etcd: { hosts: [`127.0.0.1:${etcd}`] },
    bootstrap: {
      dcs: {
        // A silent primary stays primary for this many seconds: no less than `loop_wait` and twice `retry_timeout`.
        // Patroni 3.2 and later take 20 where less is given.
        ttl: 6,
        loop_wait: 1,
        retry_timeout: 2,
        maximum_lag_on_failover: isCareless ? 1_073_741_824 : 1_048_576,
        // A primary that died is not restarted in place: another one takes over.
        master_start_timeout: 0,
        primary_start_timeout: 0,
        synchronous_mode: !isCareless,
        synchronous_mode_strict: !isCareless,
        // Both are synchronous, so either may take over, and the one that is ahead does. With one, the
        // other could have received more from the primary, and would have to be rewound before anything is
        // committed again.
        synchronous_node_count: 2,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { ...parameters, ...(isCareless && { wal_retrieve_retry_interval: '20s' }) },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: folder,
      bin_dir: programs,
      pgpass: `${folder}.pgpass`,
      // A node that lost its source during a rewind is unusable: it is copied again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: root },
    },
    watchdog: { mode: 'off' },
  }
  return JSON.stringify(settings)
}

const parameters = {
  max_connections: 60,
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  wal_log_hints: 'on',
  // A standby asks its new primary at once: commits wait for it.
  wal_retrieve_retry_interval: '200ms',
  wal_receiver_status_interval: '1s',
  // A silent standby is waited for no longer than this.
  wal_sender_timeout: '5s',
  tcp_keepalives_idle: 5,
  tcp_user_timeout: 10_000,
}
