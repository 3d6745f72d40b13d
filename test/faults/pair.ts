/** Two PostgreSQL, one following the other; the test promotes it. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres, type PostgresServer, startPostgres } from '#platform/postgres/server'
import { copy } from '../replica.ts'
import { until } from '../until.ts'

/** `cluster` is the folder of the server's files and its socket. */
type Node = { folder: string; cluster: string; server: PostgresServer }

/** A killed server loses nothing it has written: none of them waits for the disk. */
const durable = false

export class Pair {
  /** the address of both, as libpq writes it */
  readonly url: string
  readonly #root: string
  #primary: Node
  #standby: Node | undefined

  private constructor(root: string, primary: Node) {
    this.#root = root
    this.#primary = primary
    const hosts = ['a', 'b'].map((name) => join(root, name, 'postgres')).join()
    this.url = `postgresql:///festival?user=festival&host=${encodeURIComponent(hosts)}&port=5432&sslmode=disable`
  }

  /** Both run, and a commit is done when it is on both. */
  static async start(): Promise<Pair> {
    const root = await mkdtemp(join(tmpdir(), 'festival-pair-'))
    const folder = join(root, 'a')
    const server = await startPostgres({ folder, durable })
    const pair = new Pair(root, { folder, cluster: join(folder, 'postgres'), server })
    // A server that is not durable acknowledges before the standby has a commit, whatever its settings.
    await pair.#ask(pair.#primary, 'alter role festival set synchronous_commit = on')
    await pair.rebuild()
    return pair
  }

  /** the address of the primary alone */
  get primary(): string {
    return this.#primary.server.connectionString
  }

  /** Ends the primary with SIGKILL; resolves when it no longer answers. */
  async killPrimary(): Promise<void> {
    await kill(this.#primary)
  }

  /** Ends the standby with SIGKILL: no commit is acknowledged until there is another. */
  async killStandby(): Promise<void> {
    if (!this.#standby) throw new Error('There is no standby')
    await kill(this.#standby)
    this.#standby = undefined
  }

  /** Promotes the standby; resolves when it takes writes. */
  async promote(): Promise<void> {
    if (!this.#standby) throw new Error('There is no standby')
    await this.#ask(this.#standby, 'select pg_promote(true, 30)')
    this.#primary = this.#standby
    this.#standby = undefined
  }

  /** Copies a new standby in place of the lost one; resolves when commits wait for it. */
  async rebuild(): Promise<void> {
    const folder = join(this.#root, this.#primary.folder.endsWith('a') ? 'b' : 'a')
    const cluster = join(folder, 'postgres')
    const { server, cluster: from } = this.#primary
    await copy(server, { from, to: cluster })
    this.#standby = { folder, cluster, server: await startPostgres({ folder, durable }) }
    await this.setSynchronous('*')
    await until('synchronous', async () => (await this.#stateOfStandby()) === 'sync')
    // Once a synchronous commit is there, earlier asynchronous ones are there as well.
    await this.#ask(this.#primary, "select pg_logical_emit_message(true, 'pair', '')")
  }

  /** Which standbys a commit waits for: all with `*`, none with an empty text. */
  async setSynchronous(names: '*' | ''): Promise<void> {
    await this.#ask(this.#primary, `alter system set synchronous_standby_names = '${names}'`)
    await this.#ask(this.#primary, 'select pg_reload_conf()')
    const isSet = async () => {
      const [row] = await this.#ask(this.#primary, 'show synchronous_standby_names')
      return row?.['synchronous_standby_names'] === names
    }
    await until('set', isSet)
  }

  /** Cuts the standby off from the primary, without the primary's knowledge. */
  async cutStandby(): Promise<void> {
    if (!this.#standby) throw new Error('There is no standby')
    await appendFile(join(this.#standby.cluster, 'postgresql.auto.conf'), "primary_conninfo = ''\n")
    await this.#ask(this.#standby, 'select pg_reload_conf()')
    await until('cut', async () => (await this.#stateOfStandby()) === undefined)
  }

  /** The standby applies nothing until the returned function is called. */
  async pauseStandby(): Promise<() => void> {
    if (!this.#standby) throw new Error('There is no standby')
    const [row] = await this.#ask(this.#standby, 'select pid from pg_stat_wal_receiver')
    const pid = Number(row?.['pid'])
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  }

  /** Ends the connections whose commit waits for the standby: it is written, but not acknowledged. */
  async endWaiting(): Promise<void> {
    await this.#ask(
      this.#primary,
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    )
  }

  async stop(): Promise<void> {
    for (const node of [this.#standby, this.#primary]) await node?.server.stop()
    await pause(100)
    await rm(this.#root, { recursive: true, force: true, maxRetries: 20 })
  }

  async #stateOfStandby(): Promise<unknown> {
    const [row] = await this.#ask(this.#primary, 'select sync_state from pg_stat_replication')
    return row?.['sync_state']
  }

  async #ask({ server }: Node, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.connectionString })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
}

async function kill({ folder, cluster }: Node): Promise<void> {
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await until('dead', async () => (await findPostgres(folder)) === undefined)
}
