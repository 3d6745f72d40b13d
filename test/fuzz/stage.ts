/** The service under test, with people and records that are created again and again. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { scopes } from '#core/access'
import { hashPassword } from '#platform/secrets/passwords'
import { aScene, type Scene, type Stage } from '../authorisation/scene.ts'
import { anArtist, aPlace } from '../catalogue.ts'
import { readContract } from '../contract.ts'
import { describedBy } from '../described.ts'
import { aGuest } from '../guests.ts'
import type { Person, World } from '../world.ts'
import { type Operation, readOperations } from './operations.ts'
import { Pool } from './pool.ts'
import type { Caller, Sent } from './requests.ts'
import { type Received, Wire } from './wire.ts'

const password = 'correct horse battery staple'

export class FuzzStage {
  readonly pool = new Pool()
  readonly operations: Operation[]
  readonly contract: ReturnType<typeof readContract>
  readonly #wire: Wire
  readonly #stage: Stage
  #scene: Scene
  #sent = 0
  /** the creation of another scene, which other requests wait for too */
  #restocking: Promise<void> | undefined

  private constructor({ url, stage, scene }: { url: string; stage: Stage; scene: Scene }) {
    const document = describedBy(stage.world.app)
    this.operations = readOperations(document)
    this.contract = readContract(document)
    this.#wire = new Wire(url)
    this.#stage = stage
    this.#scene = scene
  }

  static async open(world: World): Promise<FuzzStage> {
    await world.jobs.start()
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const attachments = [
      { filename: 'hello.txt', contentType: 'text/plain', content: Buffer.from('Hello') },
    ]
    const to = 'ada@people.example'
    await world.mailer.send({ to, subject: 'Hello', text: 'Hello', attachments })
    const client = await world.aClient([...scopes])
    const hash = await hashPassword(password)
    const stage = { world, client: client.token, password, hash, mail: '' }
    const opened = new FuzzStage({ url, stage, scene: await aScene(stage) })
    opened.pool.keep([client.id, world.client.id])
    opened.pool.add('passwords', password)
    const [caught = ''] = await readdir(join(world.folder, 'mail'))
    opened.pool.add('mail', basename(caught, '.eml'))
    await opened.#stock()
    return opened
  }

  /** The caller of a request: its tokens, and the id of its account. */
  async personOf(caller: Caller): Promise<{ self: string; tokens: Record<string, string> }> {
    const { people, callers } = this.#scene
    if (caller === 'mortal') return this.#mortal()
    if (caller === 'guest') return this.#guest()
    if (caller === 'garbage') {
      return {
        self: '',
        tokens: { 'x-f-authorization': 'fst_client_0', 'x-f-authentication': 'x' },
      }
    }
    const { client, user } = callers[caller]
    const tokens = {
      ...(client !== null && { 'x-f-authorization': client }),
      ...(user !== null && { 'x-f-authentication': user }),
    }
    const person = (people as Partial<Record<Caller, Person>>)[caller]
    return { self: person?.id ?? '', tokens }
  }

  async #mortal() {
    const { world, client, hash } = this.#stage
    const { id, token } = await world.aUser()
    const known = world.db.updateTable('users').set({ password_hash: hash })
    await known.where('id', '=', id).execute()
    return { self: id, tokens: { 'x-f-authorization': client, 'x-f-authentication': token } }
  }

  async #guest() {
    const { world, client } = this.#stage
    const { id, token } = await aGuest(world)
    return { self: id, tokens: { 'x-f-authorization': client, 'x-f-authentication': token } }
  }

  /** Sends it, and now and then creates new people and records, since requests delete them. */
  async send(sent: Sent, isStream: boolean): Promise<Received> {
    this.#sent++
    if (this.#sent % 400 === 0) await this.restock()
    return this.#wire.send(sent, isStream)
  }

  /** Creates new people and records. */
  async restock(): Promise<void> {
    this.#restocking ??= this.#replace().finally(() => {
      this.#restocking = undefined
    })
    await this.#restocking
  }

  async #replace() {
    const { world } = this.#stage
    // Records of every request would use too much memory here.
    world.lines.length = 0
    world.statements.length = 0
    this.#scene = await aScene(this.#stage)
    await this.#stock()
  }

  async #stock() {
    const { world } = this.#stage
    const scene = this.#scene
    const { people, organizer, festival, tier, application } = scene
    this.pool.keep(['stranger', 'owner', 'manager', 'steward', 'rival', 'admin'].map(idIn(people)))
    const place = await aPlace(world, { festival_id: festival.id })
    const artist = await anArtist(world)
    this.pool.own([
      ['organizers', organizer.id],
      ['organizers', scene.vacant.id],
      ['festivals', festival.id],
      ['places', place.id],
      ['tiers', tier.id],
      ['artists', artist.id],
      ['artists', scene.artist.id],
      ['payments', scene.ticket.id],
      ['payments', scene.refundable.id],
      ['payments', scene.cancelable.id],
      ['payments', scene.waiting.id],
      ['payments', scene.transferable.id],
      ['payments', scene.returnable.id],
      ['payments', scene.returned.id],
      ['transfers', scene.transfer],
      ['transfers', scene.declinable],
      ['festivals', scene.queue.festival_id],
      ['waiting-list', scene.entry],
      ['waiting-list', scene.leaving],
      ['tiers', scene.soldOut.id],
      ['attachments', '1'],
      ['orders', scene.ticket.id],
      ['orders', scene.order.id],
      ['vouchers', scene.voucher.id],
      ['messages', scene.message.id],
      ['messages', scene.sendable.id],
      ['voucher codes', scene.voucher.code],
      ['orders', scene.payable],
      ['orders', scene.abandoned],
      ['invitations', scene.invitation],
      ['invitations', scene.accepted],
      ['codes', scene.ticket.code],
      ['codes', scene.code],
      ['gigs', scene.gig.id],
      ['gigs', scene.hearted.id],
      ['interest', scene.interest.id],
      ['accommodations', scene.accommodation.id],
      ['subscriptions', scene.plan.id],
      ['notifications', scene.notification.id],
      ['clients', application.id],
      ['webhooks', scene.webhook.id],
      ['passkeys', scene.passkey],
      ['push-subscriptions', scene.browser.id],
      ['notification-settings', 'rewards'],
      ['deliveries', scene.webhook.delivery_id],
      ['secrets', application.secret],
      ['rules', scene.rule],
      ['challenges', scene.challenge.id],
      ['badges', scene.badge.id],
      ['devices', scene.device.id],
      ['zones', 'main'],
      ['shifts', scene.till.id],
      ['sales', scene.till.sale],
      ['leases', scene.till.lease],
      ['leases', scene.till.spareLease],
      ['payments', scene.till.payment],
      ['users', people.spare.id],
      ['users', people.deputy.id],
      ['emails', people.spare.email],
      ['emails', people.deputy.email],
      ['names', artist.name],
    ])
  }

  /** What the service has logged of the last error, up to a few lines of it. */
  lastError(): string {
    const line = this.#stage.world.lines.findLast((one) => one.includes('"err"')) ?? ''
    return line.slice(0, 2_000)
  }

  close() {
    this.#wire.close()
  }
}

const idIn = (people: Scene['people']) => (name: string) =>
  (people as Record<string, Person>)[name]?.id ?? ''
