/** Queries to the primary of a cluster about its standbys. */

/** Whether two standbys receive the primary's log, and both have the right synchronous state. */
export const followingAs = (state: 'sync' | 'async') => `
  select count(*) = 2 and bool_and(sync_state = '${state}') as is_followed
  from pg_stat_replication where state = 'streaming' and application_name like 'n_'`

/** Ends the connections of the standbys. */
export const cutting = 'select pg_terminate_backend(pid) from pg_stat_replication'

/** Whether the standbys have received everything. */
export const level =
  'select bool_and(replay_lsn >= pg_current_wal_lsn()) as is_level from pg_stat_replication'
