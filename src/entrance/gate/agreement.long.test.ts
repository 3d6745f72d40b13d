/**
 * The service and the gate's page decide alike. Random histories of purchases, refunds, cancellations, windows,
 * transfers and scans, in which a device that has read the manifest decides on each code as the service does then.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Direction } from '#common/gate/admission'
import {
  claimOf,
  fromService,
  importKeys,
  isGenuine,
  judge,
  refusal,
  type TicketData,
  used,
  type Verdict,
} from '../../../pages/gate/judge.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aTransfer } from '../../../test/transfers.ts'
import { aWorld } from '../../../test/world.ts'
import { openCheckout } from '../../shop/payments/charging/checkout.ts'
import { sweep } from '../../shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../shop/payments/model/payment-context.ts'

const minute = 60_000
const beginning = new Date('2027-07-01T12:00:00.000Z')
const clock = { now: beginning }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, post, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * minute)
}

type Judge = typeof judge
type Device = { id: string; token: string }

/** A device as the page stores it: the manifest it has read, and the scans it has admitted itself. */
class Page {
  readonly #device: Device
  readonly #festivalId: string
  readonly #judge: Judge
  readonly #used = new Map<string, NonNullable<TicketData['used']>>()
  readonly #admissions = new Map<string, NonNullable<TicketData['admission']>>()
  #head: any
  #cursor = 0

  constructor(device: Device, festivalId: string, judge: Judge) {
    this.#device = device
    this.#festivalId = festivalId
    this.#judge = judge
  }

  async readManifest(): Promise<void> {
    const url = `/gate/${this.#festivalId}/manifest?since=${this.#cursor}&limit=2`
    const { body } = await get(url, { headers: { 'x-f-authentication': this.#device.token } })
    this.#head = body
    this.#cursor = Number(body.cursor)
    for (const ticket of body.tickets) this.#used.set(ticket.payment_id, ticket)
    if (body.has_more) await this.readManifest()
  }

  get offers() {
    return [...this.#head.tiers, ...this.#head.accommodations]
  }

  async scan(text: string, direction: Direction = 'in'): Promise<Verdict> {
    const { claim } = claimOf(text)
    if (!claim) return refusal('unread')
    if (!(await isGenuine(claim, await importKeys(this.#head.keys)))) return refusal('invalid_code')
    const id = claim.ticket.payment_id
    const admission = this.#admissions.get(id)
    const known = {
      offers: this.offers,
      used: this.#used.get(id),
      admission,
      festival: this.#head.festival,
      zone: this.#head.zone,
    }
    const verdict = this.#judge(claim.ticket, known, { at: clock.now, direction })
    if (verdict.result === 'admitted') {
      const here = { at: clock.now.toISOString(), gate: 'North gate', isHere: true }
      this.#admissions.set(id, used(admission, { ...here, leaves: direction === 'out' }))
    }
    return verdict
  }
}

/** Sets up a gate with two tiers, an accommodation, a ticket of each and one more, and codes that are no tickets here. */
async function aStage(judge: Judge, zone: string) {
  clock.now = beginning
  const [gate, admin, buyer, friend] = [
    await aGate(world),
    await aUser({ roles: ['admin'] }),
    await aUser(),
    await aUser(),
  ]
  const festival_id = gate.festival.id
  await put(`/festivals/${festival_id}/zones/camping`, {}, { as: gate.manager })
  const [device, other, camping] = [
    await aDevice(world, gate, { name: 'North gate', zone }),
    await aDevice(world, gate, 'South gate'),
    await aDevice(world, gate, { name: 'Camping gate', zone: 'camping' }),
  ]
  const tiers = [await aTier(world, { festival_id }), await aTier(world, { festival_id })]
  const buy = async (payment_type: string, { id: entity_id }: { id: string }) => {
    const { status, body } = await post('/payments', { payment_type, entity_id }, { as: buyer })
    assert.equal(status, 201, body.error)
    return { id: String(body.id), code: String(body.qr_code), holder: buyer }
  }
  const bought = [
    ...(await Promise.all([...tiers, ...tiers.slice(0, 1)].map((tier) => buy('ticket', tier)))),
    await buy('accommodation', await aPlaceToSleep(world, { festival_id })),
  ]
  const [first, second] = bought.map(({ code }) => code)
  const foreign = await buy('ticket', await aTier(world))
  const forged = `${first?.slice(0, 66)}${second?.slice(66)}`
  const codes = [...bought.map(({ code }) => code), foreign.code, forged, 'no ticket']
  const page = new Page(device, festival_id, judge)
  return {
    festival_id,
    admin,
    device,
    others: [other, camping],
    tiers,
    bought,
    codes,
    page,
    friends: [buyer, friend],
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

/** A page cannot distinguish a refund from another revocation, nor another's code from a forged one. */
const alike: Record<string, string> = { refunded: 'revoked', unread: 'invalid_code' }
const saidOf = ({ result, reason }: Verdict) => [result, alike[reason ?? ''] ?? reason]

/** Returns a code of the stage and its direction: one of three scans goes out. */
const codeAt = ({ codes }: Stage, which: number) => ({
  code: codes[which % codes.length] ?? '',
  direction: which % 3 === 2 ? ('out' as const) : ('in' as const),
})

/** Has the service and the page judge the same scans, one after the other. */
async function compare(stage: Stage, which: number[]) {
  const { page, device, festival_id } = stage
  const codes = which.map((one) => codeAt(stage, one))
  await page.readManifest()
  const verdicts: Verdict[] = []
  const results: any[] = []
  for (const { code, direction } of codes) {
    verdicts.push(await page.scan(code, direction))
    results.push(...(await scan(world, device, anUpload(festival_id, [{ code, direction }]))))
  }
  const said = results.map((result) => saidOf(fromService(result, page.offers, false)))
  assert.deepEqual(verdicts.map(saidOf), said, 'the page and the service differ')
}

/** The service later accepts the scans that the page admits while offline, as of their time. */
async function goOffline(stage: Stage, which: number[]) {
  const { page, device, festival_id } = stage
  await page.readManifest()
  later(10)
  const admitted: ReturnType<typeof anUpload>['scans'] = []
  for (const one of which) {
    const { code, direction } = codeAt(stage, one)
    later(1)
    if ((await page.scan(code, direction)).result !== 'admitted') continue
    const at = clock.now.toISOString()
    admitted.push(
      ...anUpload('', [{ code, direction, scanned_at: at, admitted_offline: true }]).scans,
    )
  }
  later(60)
  if (admitted.length === 0) return
  const results = await scan(world, device, { festival_id, scans: admitted })
  assert.deepEqual([...new Set(results.map(({ result }) => result))], ['admitted'], 'a clash')
}

/** Transfers a ticket to the other of two friends, if possible; its new code is scanned from then on. */
async function handOn({ festival_id, bought, codes, friends }: Stage, [which = 0]: number[]) {
  const ticket = bought[which % bought.length]
  const to = friends.find((one) => one !== ticket?.holder)
  if (!ticket || !to) return
  const of = { id: ticket.id, festival_id, user_id: ticket.holder.id }
  const transfer = await aTransfer(world, of, to)
  const accepted = await post(`/transfers/${transfer}/accept`, {}, { as: to })
  if (accepted.status !== 200) {
    // A ticket that was used or refunded stays with its holder, and may be offered in vain again.
    await del(`/transfers/${transfer}`, { as: to })
    return
  }
  ticket.holder = to
  codes.push(String(accepted.body.qr_code))
}

const steps: Record<string, (stage: Stage, which: number[]) => unknown> = {
  compare,
  goOffline,
  handOn,
  scanElsewhere: (stage, [which = 0, where = 0]) => {
    const device = stage.others[where % 2]
    return device && scan(world, device, anUpload(stage.festival_id, [codeAt(stage, which)]))
  },
  refund: ({ bought, admin }, [which = 0, part = 0]) =>
    post(
      `/payments/${bought[which % bought.length]?.id}/refund`,
      part % 2 === 0 ? {} : { amount: 1 },
      { as: admin },
    ),
  // Exact to the millisecond, so that the first and the last instant of a window are tried.
  changeWindow: ({ tiers }, [which = 0, since = 0, until = 0]) =>
    db
      .updateTable('tiers')
      .set({ valid_since: edge(since), valid_until: edge(until) })
      .where('id', '=', tiers[which % tiers.length]?.id ?? '')
      .execute(),
  changeRule: ({ tiers }, [which = 0, rule = 0]) =>
    db
      .updateTable('tiers')
      .set({ admission: ['once', 'reentry', 'once_a_day'][rule % 3] ?? 'once' })
      .where('id', '=', tiers[which % tiers.length]?.id ?? '')
      .execute(),
  changeZones: ({ tiers }, [which = 0, zones = 0]) =>
    db
      .updateTable('tiers')
      .set({ zones: [['main'], ['main', 'camping'], ['camping']][zones % 3] ?? [] })
      .where('id', '=', tiers[which % tiers.length]?.id ?? '')
      .execute(),
  nextDay: () => later(24 * 60),
  cancel: ({ festival_id, admin }) => post(`/festivals/${festival_id}/cancel`, {}, { as: admin }),
  sweep: () => sweep(checkout),
  wait: (_stage, [minutes = 0]) => later(minutes),
}

const edge = (which: number) =>
  [null, clock.now, new Date(clock.now.getTime() - 1), new Date(clock.now.getTime() + 30 * minute)][
    which % 4
  ]

type Step = { name: string; which: number[] }
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constant('compare') },
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(steps)) },
  ),
  which: fc.array(fc.nat(11), { minLength: 1, maxLength: 6 }),
})

/** Plays random histories before a judge; the first that differs from the service fails. */
async function play(judge: Judge, parameters: fc.Parameters<[string, Step[]]>): Promise<void> {
  const history = fc.array(step, { minLength: 3, maxLength: 12 })
  const property = fc.asyncProperty(
    fc.constantFrom('main', 'camping'),
    history,
    async (zone, played) => {
      const stage = await aStage(judge, zone)
      for (const { name, which } of played) await steps[name]?.(stage, which)
      await compare(stage, [...stage.codes.keys()])
    },
  )
  await fc.assert(property, parameters)
}

// Requirement (rules): Without a network a device judges a ticket as the service does, whatever happened
//   before
test('whatever was bought, refunded, cancelled and scanned, page and service judge alike', async () => {
  await play(judge, { numRuns: Number(process.env['MODEL_HISTORIES'] ?? 20) })
})

const planted: Record<string, Judge> = {
  'forgets what was revoked': (ticket, known, at) =>
    judge(ticket, { ...known, used: known.used && { ...known.used, revoked: false } }, at),
  'ends a window an instant early': (ticket, known, { at, direction }) =>
    judge(ticket, known, { at: new Date(at.getTime() + 1), direction }),
  'forgets what it admitted': (ticket, known, at) =>
    judge(ticket, { ...known, admission: undefined }, at),
  'does not know what other gates admitted': (ticket, known, at) =>
    judge(ticket, { ...known, used: undefined }, at),
  'takes the code of before a hand-over': (ticket, known, at) =>
    judge({ ...ticket, revision: 9 }, known, at),
  'knows no way out': (ticket, known, { at }) => judge(ticket, known, { at, direction: 'in' }),
  'lets every ticket in again': (ticket, known, asked) =>
    judge(
      ticket,
      { ...known, offers: known.offers.map((offer) => ({ ...offer, admission: 'reentry' })) },
      asked,
    ),
  'lets every ticket into every zone': (ticket, known, asked) =>
    judge(
      ticket,
      { ...known, offers: known.offers.map((offer) => ({ ...offer, zones: [known.zone ?? ''] })) },
      asked,
    ),
  'judges at every gate as at main': (ticket, known, asked) =>
    judge(ticket, { ...known, zone: 'main' }, asked),
  'knows no places to sleep': (ticket, known, at) =>
    judge(ticket, { ...known, offers: known.offers.slice(0, 2) }, at),
}

for (const [what, wrong] of Object.entries(planted)) {
  test(`a page that ${what} is found`, async () => {
    // Uses a seed, so that the histories that find the fault are always the same.
    await assert.rejects(play(wrong, { numRuns: 100, seed: 1, endOnFailure: true }), (error) =>
      /the page and the service differ|a clash/.test(`${error} ${Object(error).cause}`),
    )
  })
}
