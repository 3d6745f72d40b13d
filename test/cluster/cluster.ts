/**
 * Three PostgreSQL with Patroni and one etcd, from Debian's packages, on this machine: a cluster that fails
 * over by itself, and functions to make it fail.
 */
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '#platform/database/client'
import { until } from '../until.ts'
import { programsOf } from './packages.ts'
import { begin, familyOf, postmasterOf, signal, unprivileged } from './processes.ts'
import { cutting, followingAs, level } from './questions.ts'
import { etcdFlags, type NodePlace, patroniSettings } from './settings.ts'

type Member = { name: string; role: string }
type Node = NodePlace & { patroni: number }

/** Below the ports that the system assigns. */
const firstPort = 25_400

export class Cluster {
  /** the address of all three, as libpq writes it */
  readonly url: string
  readonly #root: string
  readonly #isCareless: boolean
  readonly #etcd: number
  readonly #nodes: Node[]
  #etcdProcess = 0

  private constructor(root: string, ports: number, isCareless: boolean) {
    this.#root = root
    this.#isCareless = isCareless
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

  /**
   * Resolves when one takes writes, and two follow it. They are synchronous, except in a careless cluster,
   * where purchases are lost with their primary. Tries twice.
   */
  static async start({ isCareless = false } = {}): Promise<Cluster> {
    // Ports of its own: this process remembers the primary of the others.
    const ports = isCareless ? firstPort + 200 : firstPort
    try {
      return await Cluster.#startAt(ports, isCareless)
    } catch (error) {
      process.stderr.write(`The cluster did not start, it is tried once more: ${error}\n`)
      return Cluster.#startAt(ports + 100, isCareless)
    }
  }

  static async #startAt(ports: number, isCareless: boolean): Promise<Cluster> {
    const root = await mkdtemp('/tmp/festival-cluster-')
    const user = unprivileged()
    if (user) await chown(root, user.uid, user.gid)
    const cluster = new Cluster(root, ports, isCareless)
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
    const flags = etcdFlags(this.#root, this.#etcd)
    this.#etcdProcess = begin(['etcd', ...flags], this.#surroundings('etcd'))
    const health = `http://127.0.0.1:${this.#etcd}/health`
    const isUp = async () => (await fetch(health).catch(() => undefined))?.ok === true
    await until('etcd', isUp, 20_000)
    for (const node of this.#nodes) await this.#startNode(node)
    await this.untilWell(60_000)
    await this.#ask('postgres', 'create database festival')
    const isLevel = async () => (await this.#ask('postgres', level))[0]?.['is_level'] === true
    await until('the standbys have it', isLevel)
  }

  /** Runs a query on the primary. */
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
    const common = { root: this.#root, programs, etcd: this.#etcd, isCareless: this.#isCareless }
    const file = join(this.#root, `${node.name}.yml`)
    await writeFile(file, patroniSettings(node, common))
    node.patroni = begin(['/usr/bin/patroni', file], this.#surroundings(node.name))
  }

  /** Resolves when two have followed the primary for a few seconds. `patience` in ms. */
  async untilWell(patience = 120_000): Promise<void> {
    let calm = 0
    const isCalm = async () => {
      // More frequent calls would slow Patroni down.
      await pause(200)
      // A returning node follows for a moment before Patroni sees that it has to be rewound.
      calm = (await this.#isWell()) ? calm + 1 : 0
      return calm === 15
    }
    await until('the cluster is well', isCalm, patience)
  }

  async #isWell(): Promise<boolean> {
    const roles = (await this.#members()).map(({ role }) => role).toSorted()
    const standby = this.#isCareless ? 'replica' : 'sync_standby'
    if (roles.join() !== `leader,${standby},${standby}`) return false
    // Patroni's state of a node may be outdated.
    const following = followingAs(this.#isCareless ? 'async' : 'sync')
    const [row] = await this.#ask('postgres', following).catch(() => [])
    return row?.['is_followed'] === true
  }

  /** The name of the primary; undefined while there is none. */
  async leader(): Promise<string | undefined> {
    return (await this.#members()).find(({ role }) => role === 'leader')?.name
  }

  /** What the first node that answers says about all. */
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

  /** The primary dies with its Patroni. Returns a function that starts it again. */
  async killNode(): Promise<() => Promise<void>> {
    const node = await this.#primary()
    signal([node.patroni, postmasterOf(node)], 'SIGKILL')
    return () => this.#startNode(node)
  }

  /**
   * Freezes everything on the primary. Returns a function that resumes it: PostgreSQL first, which is the
   * worse case.
   */
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

  /** Freezes everything on a standby, without a notice to the others. Returns a function that resumes it. */
  async freezeStandby(): Promise<() => Promise<void>> {
    const leader = await this.leader()
    const node = this.#nodes.find(({ name }) => name !== leader)
    if (!node) throw new Error('There is no standby')
    const all = [...(await familyOf(node.patroni)), ...(await familyOf(postmasterOf(node)))]
    signal(all, 'SIGSTOP')
    return async () => signal(all, 'SIGCONT')
  }

  /** Cuts the standbys of a careless cluster off from the primary for some seconds. */
  async cutStandbys(): Promise<void> {
    let silent = 0
    const areCut = async () => {
      const cut = await this.#ask('postgres', cutting)
      // They return at once the first time, and later only when their time has come.
      silent = cut.length === 0 ? silent + 1 : 0
      await pause(50)
      return silent === 10
    }
    await until('cut', areCut)
  }

  /** Switches the primary over to one of the synchronous standbys. */
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

  /** Stops everything with the process that started it. */
  #end = () => signal(this.#pids(), 'SIGKILL')

  /** Patroni first: it would restart its PostgreSQL. */
  #pids(): number[] {
    const patronis = this.#nodes.map(({ patroni }) => patroni)
    const all = [...patronis, ...this.#nodes.map(postmasterOf), this.#etcdProcess]
    return all.filter((pid) => pid > 0)
  }
}
