/** A PgBouncer in transaction mode in front of a database, set as docs/operating/replicas.md says. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { requestSettings } from '#platform/database/connections'
import { aFreePort } from '../guide-service.ts'
import { until } from '../until.ts'

/** The account `nobody`, which owns no files. */
const unprivileged = 65_534

type Pooler = { connectionString: string; stop: () => Promise<void> }
type PoolerFolder = { program: string; folder: string; connectionString: string }

/** Starts the program, and waits until it answers. The role of the database is given the settings that requests need. */
export async function startPooler({
  program,
  folder,
  connectionString,
}: PoolerFolder): Promise<Pooler> {
  const { user = '', host, database = '', port } = new pg.Client({ connectionString })
  await setRole(connectionString, user)
  const listen = await aFreePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${database} = host=${host} port=${port} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_prepared_statements = 1000',
    'default_pool_size = 20',
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  // It does not run as the superuser, and the folders of the service's own PostgreSQL are closed to others.
  await chmod(file, 0o644)
  for (const closed of [folder, host]) await chmod(closed, 0o711)
  const child = spawn(program, ['--quiet', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(process.getuid?.() === 0 && { uid: unprivileged, gid: unprivileged }),
  })
  const pooled = `postgres://${user}@127.0.0.1:${listen}/${database}`
  await until('the pooler answers', () => answers(pooled))
  const stop = async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { connectionString: pooled, stop }
}

async function setRole(connectionString: string, user: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const [name, value] of Object.entries(requestSettings)) {
    await client.query(
      `alter role ${client.escapeIdentifier(user)} set ${name} = ${client.escapeLiteral(value)}`,
    )
  }
  await client.end()
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
