/**
 * Three PostgreSQL with Patroni and one etcd, from Debian's packages, on this machine: what looks after
 * itself when its primary is gone, and how to make it go.
 */
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '#platform/client'
import { until } from '../until.ts'
import { begin, familyOf, signal, unprivileged } from './processes.ts'
import { type NodePlace, patroniSettings } from './settings.ts'

type Member = { name: string; role: string; state: string }
type Node = NodePlace & { patroni: number }

/** How the packages come, where one is missing. */
const packages =
  'apt-get install --no-install-recommends patroni etcd-server postgresql python3-etcd python3-psycopg2'

/** Undefined when all is there, else a sentence that says how to install it. */
export async function missingPackages(): Promise<string | undefined> {
  const isThere = existsSync('/usr/bin/patroni') && existsSync('/usr/bin/etcd')
  return isThere && (await programsOf()) ? undefined : `Debian's packages are missing: ${packages}`
}

/** The newest PostgreSQL of the system's packages. */
async function programsOf(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql'
  const versions = await readdir(root).catch(() => [])
  const [newest] = versions.map(Number).toSorted((a, b) => b - a)
  return newest === undefined ? undefined : `${root}/${newest}/bin`
}

/** Whether two standbys get what the primary writes, and one of them is waited for. */
const following = `
  select count(*) = 2 and bool_or(sync_state = 'sync') as is_followed
  from pg_stat_replication where state = 'streaming' and application_name like 'n_'`

/** Below the ports that the system gives to whoever asks for any. */
const firstPort = 25_400

export class Cluster {
  /** of all three, as libpq names them */
  readonly url: string
  readonly #root: string
  readonly #ttl: number
  readonly #etcd: number
  readonly #nodes: Node[]
  #etcdProcess = 0

  private constructor(root: string, { ports, ttl }: { ports: number; ttl: number }) {
    this.#root = root
    this.#ttl = ttl
    this.#etcd = ports
    this.#nodes = [1, 2, 3].map((nth) => ({
      name: `n${nth}`,
      folder: join(root, `n${nth}`),
      port: ports + 10 + nth,
      api: ports + 20 + nth,
      patroni: 0,
    }))
    const hosts = this.#nodes.map(({ port }) => `127.0.0.1:${port}`)
    this.url = `postgresql://postgres:postgres@${hosts.join()}/festival`
  }

  /** Resolves when one takes writes, two follow it, and one of these is waited for. A second try where it fails. */
  static async start(ttl = 20): Promise<Cluster> {
    try {
      return await Cluster.#startAt(firstPort, ttl)
    } catch (error) {
      process.stderr.write(`The cluster did not start, it is tried once more: ${error}\n`)
      return Cluster.#startAt(firstPort + 100, ttl)
    }
  }

  static async #startAt(ports: number, ttl: number): Promise<Cluster> {
    const root = await mkdtemp('/tmp/festival-cluster-')
    const user = unprivileged()
    if (user) await chown(root, user.uid, user.gid)
    const cluster = new Cluster(root, { ports, ttl })
    try {
      await cluster.#begin()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  async #begin() {
    process.once('exit', this.#end)
    const [client = '', peer = ''] = [0, 1].map((nth) => `http://127.0.0.1:${this.#etcd + nth}`)
    const options = {
      name: 'one',
      'data-dir': join(this.#root, 'etcd'),
      'enable-v2': 'true',
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `one=${peer}`,
    }
    const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    this.#etcdProcess = begin(['etcd', ...flags], this.#surroundings('etcd'))
    const isUp = async () => (await fetch(`${client}/health`).catch(() => undefined))?.ok === true
    await until('etcd', isUp, 20_000)
    for (const node of this.#nodes) await this.#startNode(node)
    await this.untilWell(60_000)
    await this.#ask('postgres', 'create database festival')
  }

  /** Asks the primary. */
  async #ask(database: string, text: string): Promise<Record<string, unknown>[]> {
    const connectionString = this.url.replace(/\w+$/, database)
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: 1000,
      query_timeout: 5000,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  #surroundings(name: string) {
    return { user: unprivileged(), log: join(this.#root, `${name}.log`), home: this.#root }
  }

  async #startNode(node: Node) {
    const programs = (await programsOf()) ?? ''
    const common = { root: this.#root, programs, etcd: this.#etcd, ttl: this.#ttl }
    const file = join(this.#root, `${node.name}.yml`)
    await writeFile(file, patroniSettings(node, common))
    node.patroni = begin(['/usr/bin/patroni', file], this.#surroundings(node.name))
  }

  /** Resolves when two have followed the one that takes writes for a few seconds. `patience` in ms. */
  async untilWell(patience = 120_000): Promise<void> {
    let calm = 0
    const isCalm = async () => {
      // Asked more often, Patroni would have little time for anything else.
      await pause(200)
      // Who comes back follows for a moment before Patroni sees that it has to be rewound.
      calm = (await this.#isWell()) ? calm + 1 : 0
      return calm === 15
    }
    await until('the cluster is well', isCalm, patience)
  }

  async #isWell(): Promise<boolean> {
    const roles = (await this.#members()).map(({ role }) => role).toSorted()
    if (roles.join() !== 'leader,replica,sync_standby') return false
    // What Patroni says of a node may be old.
    const [row] = await this.#ask('postgres', following).catch(() => [])
    return row?.['is_followed'] === true
  }

  /** The name of the primary; undefined while there is none. */
  async leader(): Promise<string | undefined> {
    return (await this.#members()).find(({ role }) => role === 'leader')?.name
  }

  /** What the first node that answers says of all. */
  async #members(): Promise<Member[]> {
    for (const { api } of this.#nodes) {
      const signal = AbortSignal.timeout(1000)
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal }).catch(
        () => undefined,
      )
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  async #primary(): Promise<Node> {
    const name = await this.leader()
    const node = this.#nodes.find((one) => one.name === name)
    if (!node) throw new Error('There is no primary')
    return node
  }

  /** The primary's PostgreSQL dies; its Patroni lives. */
  async killPrimary(): Promise<void> {
    signal([postmasterOf(await this.#primary())], 'SIGKILL')
  }

  /** The primary dies with its Patroni. Gives what starts it again. */
  async killNode(): Promise<() => Promise<void>> {
    const node = await this.#primary()
    signal([node.patroni, postmasterOf(node)], 'SIGKILL')
    return () => this.#startNode(node)
  }

  /** Everything on the primary stands still. Gives what lets it go on: PostgreSQL first, which is worse. */
  async freezeNode(): Promise<() => Promise<void>> {
    const node = await this.#primary()
    const server = await familyOf(postmasterOf(node))
    const patroni = (await familyOf(node.patroni)).filter((pid) => !server.includes(pid))
    signal([...patroni, ...server], 'SIGSTOP')
    return async () => {
      signal(server, 'SIGCONT')
      await pause(1500)
      signal(patroni, 'SIGCONT')
    }
  }

  /** The primary gives its place to the standby that is waited for. */
  async switchOver(): Promise<void> {
    const members = await this.#members()
    const nameOf = (role: string) => members.find((member) => member.role === role)?.name
    const { api } = await this.#primary()
    const answer = await fetch(`http://127.0.0.1:${api}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: nameOf('leader'), candidate: nameOf('sync_standby') }),
    })
    if (!answer.ok) throw new Error(`No switchover: ${answer.status} ${await answer.text()}`)
  }

  async stop(): Promise<void> {
    process.off('exit', this.#end)
    const families = await Promise.all(this.#pids().map(familyOf))
    signal(families.flat(), 'SIGKILL')
    await pause(500)
    await rm(this.#root, { recursive: true, force: true, maxRetries: 20 })
  }

  /** Nothing outlives whoever has started it. */
  #end = () => signal(this.#pids(), 'SIGKILL')

  /** Patroni first: it would start its PostgreSQL again. */
  #pids(): number[] {
    const patronis = this.#nodes.map(({ patroni }) => patroni)
    const all = [...patronis, ...this.#nodes.map(postmasterOf), this.#etcdProcess]
    return all.filter((pid) => pid > 0)
  }
}

/** The process id of its PostgreSQL; 0 where none has begun. */
function postmasterOf({ folder }: NodePlace): number {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}
