/** What the nodes of a cluster are told: strict synchronous replication, and a short way to a new primary. */

/** Of a node: its name, its folder, and where PostgreSQL and Patroni's own API listen. */
export type NodePlace = { name: string; folder: string; port: number; api: number }

/** `ttl`: how long a primary that says nothing keeps its place, seconds. */
type Common = { root: string; programs: string; etcd: number; ttl: number }

/** Patroni's configuration of a node. JSON is YAML. */
export function patroniSettings({ name, folder, port, api }: NodePlace, common: Common): string {
  const { root, programs, etcd, ttl } = common
  const settings = {
    scope: 'festival',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    // The v2 API compares before it sets: with that of etcd 3 Patroni 3.0 gives a frozen primary its place back.
    etcd: { hosts: [`127.0.0.1:${etcd}`] },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 1,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_048_576,
        // A primary that died is not started again where it was: another one takes over.
        master_start_timeout: 0,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters },
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
      // Whoever lost its source over a rewind is of no use any more: it is copied anew.
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
  tcp_keepalives_idle: 5,
  tcp_user_timeout: 10_000,
}
