/** What the primary of a cluster is asked about its standbys. */

/** Whether two standbys get what the primary writes, and both are followed as they should be. */
export const followingAs = (state: 'sync' | 'async') => `
  select count(*) = 2 and bool_and(sync_state = '${state}') as is_followed
  from pg_stat_replication where state = 'streaming' and application_name like 'n_'`

/** Ends what the standbys hear. */
export const cutting = 'select pg_terminate_backend(pid) from pg_stat_replication'

/** Whether the standbys have all there is. */
export const level =
  'select bool_and(replay_lsn >= pg_current_wal_lsn()) as is_level from pg_stat_replication'
