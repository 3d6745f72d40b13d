import type pg from 'pg'
import type { Config } from '#platform/config/variables'

type Settings = Pick<
  Config,
  'WORKERS' | 'DATABASE_CONNECTIONS' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URLS'
>

/** Connections of a process for jobs, imports and other long work. */
export const workConnections = 4
/** Extra connections of the first of several processes while it prepares the database: two that work, one that listens. */
const first = 3
/** Reserved on our own PostgreSQL: the lock of the data folder, commands beside the service, psql. */
const beside = 30

/** The address of the database itself; `connectionString` may lead through a pooler. */
export const directOf = (
  { DATABASE_DIRECT_URL }: Pick<Config, 'DATABASE_DIRECT_URL'>,
  connectionString: string,
): string => DATABASE_DIRECT_URL ?? connectionString

/** The maximum number of connections of a service. The ones for requests may go to a pooler. */
export function connectionsOf(config: Settings): { requests: number; others: number } {
  const { WORKERS, DATABASE_CONNECTIONS, DATABASE_REPLICA_URLS } = config
  // One that listens, and one that measures the lag of the replicas.
  const each = workConnections + 1 + (DATABASE_REPLICA_URLS ? 1 : 0)
  const others = WORKERS * each + (WORKERS > 1 ? first : 0)
  return { requests: WORKERS * DATABASE_CONNECTIONS, others }
}

/** `max_connections` of our own PostgreSQL: enough for every process, and never below the former fixed number. */
export function ownConnections(config: Settings): number {
  const { requests, others } = connectionsOf(config)
  return Math.max(200, requests + others + beside)
}

/** `server`: limit of the server for all clients; `most`: limit for this role and database. */
type Capacity = { server: number; most: number; taken: number }

/**
 * Checks that the connections of a service fit into a database that is not our own. Returns a warning if they do
 * not fit beside the connections in use.
 * @throws Error that names the settings to change, if they can never fit
 */
export async function requireConnections(
  client: pg.Client,
  config: Settings,
): Promise<string | undefined> {
  const { server, most, taken } = await capacityOf(client)
  const { requests, others } = connectionsOf(config)
  const needed = others + (config.DATABASE_DIRECT_URL ? 0 : requests)
  const advice = `Set ${lower(config)} lower, or max_connections of the database higher.`
  if (needed > most) {
    throw new Error(
      `The database takes ${most} connections, the service needs ${needed}. ${advice}`,
    )
  }
  const free = server - taken
  if (needed <= free) return undefined
  return `The database has ${free} connections left, the service needs up to ${needed}. ${advice}`
}

const lower = ({ WORKERS, DATABASE_DIRECT_URL }: Settings) =>
  [
    ...(WORKERS > 1 ? ['WORKERS'] : []),
    ...(DATABASE_DIRECT_URL ? [] : ['DATABASE_CONNECTIONS']),
  ].join(' or ') || 'the number of services'

async function capacityOf(client: pg.Client): Promise<Capacity> {
  const { rows } = await client.query<Capacity>(`
    select server, taken, least(
      server,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as most
    from (select
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as server,
      (select sum(numbackends)::int - 1 from pg_stat_database) as taken) capacity`)
  const [capacity] = rows
  if (!capacity) throw new Error('The database does not say how many connections it takes')
  return capacity
}
