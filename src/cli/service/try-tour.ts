/** The tour of `festival try`: an order with a voucher; one ticket is used, one transferred, one returned. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { CommandError, plural } from '../terminal/output.ts'
import type { Service } from './service-calls.ts'

const text = Type.String()
const Nothing = Type.Object({})
const Token = Type.Object({ token: text })
const Record = Type.Object({ id: text })
const Refusal = Type.Object({ code: text })
const Message = Type.Object({ message: text })
const Status = Type.Object({ status: text })
const Me = Type.Object({ id: text })
const Order = Type.Object({
  id: text,
  status: text,
  amount: Type.Number(),
  payments: Type.Array(Type.Object({ id: text })),
})
const Refunds = Type.Object({ payments: Type.Array(Status) })
const Payments = Type.Object({ processor: Type.Object({ publicKey: text }) })
const Points = Type.Object({ balance: Type.Integer() })
const Notices = Type.Array(Type.Object({ title: text }))
const Voucher = Type.Object({ id: text, code: text })
const Mails = Type.Object({ mails: Type.Array(Type.Object({ to: text, text })) })
const Held = Type.Object({ short_code: text })
const Time = Type.Union([text, Type.Null()])
const Tier = Type.Object({
  id: text,
  valid_since: Time,
  valid_until: Time,
  transferable: Type.Boolean(),
  max_per_order: Type.Integer(),
  max_per_person: Type.Union([Type.Integer(), Type.Null()]),
})
const Festivals = Type.Object({
  festivals: Type.Array(Type.Object({ id: text, name: text, tickets: Type.Array(Tier) })),
})
const Availability = Type.Array(
  Type.Object({ ticket_id: text, status: text, remaining: Type.Integer() }),
)

/** Number of tickets bought at once. */
const quantity = 3
const percent = 20

type Login = { email: string; password: string }
export type Accounts = { client: { client_id: string; client_secret: string }; admin: Login }
type Tokens = { buyer: string; admin: string }
/** Paths of the order and of its three payments. */
type Bought = Tokens & { order: string; used: string; handedOn: string; givenBack: string }
type Friend = { id: string; as: string; email: string }

/**
 * Makes the calls. Returns true if mail is caught: a ticket is transferred to an address proven by a mail, which
 * nothing can read if mail is sent.
 */
export async function tour(service: Service, { client, admin: login }: Accounts): Promise<boolean> {
  const { call, become } = service
  const enter = { body: client, expect: 200, answer: Token, brief: () => "the client's token" }
  become((await call('POST', '/auth/client', enter)).token)
  await call('GET', '/payments/config', { expect: 200, answer: Payments, brief: requireSimulated })
  const robin = { email: anAddress(), password: randomBytes(12).toString('base64url') }
  const body = { firstName: 'Robin', lastName: 'Try', ...robin }
  const joined = { body, expect: 201, answer: Record, brief: () => 'Robin has an account' }
  const { id } = await call('POST', '/users', joined)
  const buyer = await signIn(service, robin, 'Robin')
  const admin = await signIn(service, login, 'the administrator')
  const bought = await buy(service, { buyer, admin })
  const friend = await aFriend(service, admin)
  if (friend) await handOn(service, bought, friend)
  await useAtTheGate(service, bought)
  await refundOrder(service, bought)
  if (friend) await leave(service, { ...friend, name: 'Sam' })
  await leave(service, { id, as: buyer, name: 'Robin' })
  return friend !== undefined
}

function requireSimulated({ processor }: Static<typeof Payments>): string {
  if (processor.publicKey.startsWith('pk_simulated')) return 'payments are simulated'
  throw new CommandError('This service takes real money: try is for the simulated processor')
}

const anAddress = () => `try-${randomBytes(6).toString('hex')}@festival.local`

async function signIn({ call }: Service, body: Login, who: string): Promise<string> {
  const request = { body, expect: 200, answer: Token, brief: () => `${who} is signed in` }
  return (await call('POST', '/auth/user', request)).token
}

/** Buys the tickets in one order, with a voucher that the administrator creates for it and ends. */
async function buy(service: Service, { buyer, admin }: Tokens): Promise<Bought> {
  const { call } = service
  const { festival, tier } = await findTier(service)
  const vouchers = `/festivals/${festival}/vouchers`
  const voucher = await call('POST', vouchers, {
    body: { percent, entity_ids: [tier], max_uses: quantity },
    as: admin,
    expect: 201,
    answer: Voucher,
    brief: ({ code }) => `${code} takes ${percent} % off`,
  })
  const { id, payments } = await call('POST', '/orders', {
    body: {
      items: [{ payment_type: 'ticket', entity_id: tier, quantity }],
      voucher: voucher.code,
    },
    as: buyer,
    expect: 201,
    answer: Order,
    brief: (paid) =>
      `${paid.status}, ${plural(paid.payments.length, 'ticket')}, ${paid.amount.toFixed(2)} EUR`,
  })
  const ended = { as: admin, expect: 200, answer: Nothing, brief: () => 'the voucher has ended' }
  await call('DELETE', `${vouchers}/${voucher.id}`, ended)
  const earned = { as: buyer, expect: 200, answer: Points }
  await call('GET', '/rewards/points', { ...earned, brief: (p) => `${p.balance} points` })
  const heard = { as: buyer, expect: 200, answer: Notices }
  await call('GET', '/notifications', {
    ...heard,
    brief: (all) => all.map(({ title }) => title).join(', '),
  })
  const [used, handedOn, givenBack] = payments.map((payment) => `/payments/${payment.id}`)
  if (!used || !handedOn || !givenBack) throw new CommandError('The order has too few tickets')
  return { order: `/orders/${id}`, used, handedOn, givenBack, buyer, admin }
}

/** Creates an account with an address proven by a code from its mail; undefined if mail is sent. */
async function aFriend(service: Service, admin: string): Promise<Friend | undefined> {
  const { call } = service
  const email = anAddress()
  const inbox = { as: admin, expect: [200, 404], answer: Type.Union([Mails, Refusal]) }
  const caught = await call('GET', '/mail', {
    ...inbox,
    brief: (answer) => ('mails' in answer ? 'mail is caught' : 'mail is sent'),
  })
  if (!('mails' in caught)) return undefined
  const asked = { body: { email }, expect: 200, answer: Message }
  await call('POST', '/auth/code', { ...asked, brief: () => 'a code is mailed to Sam' })
  const { token: as } = await call('POST', '/auth/code/verify', {
    body: {
      email,
      code: await codeIn(service, { email, admin }),
      firstName: 'Sam',
      lastName: 'Try',
    },
    expect: 200,
    answer: Token,
    brief: () => 'Sam has an account',
  })
  const known = { as, expect: 200, answer: Me, brief: () => 'Sam' }
  const { id } = await call('GET', '/users/i', known)
  return { id, as, email }
}

/** Waits for the six digits of the mail, which is on its way. */
async function codeIn({ call }: Service, { email, admin }: { email: string; admin: string }) {
  for (let more = 40; more > 0; more--) {
    await pause(250)
    const { mails } = await call('GET', '/mail', {
      as: admin,
      expect: 200,
      answer: Mails,
      brief: (all) => plural(all.mails.length, 'mail'),
    })
    const code = /\b\d{6}\b/.exec(mails.find(({ to }) => to.includes(email))?.text ?? '')?.[0]
    if (code) return code
  }
  throw new CommandError(`No mail with a code arrived for ${email}`)
}

async function handOn({ call }: Service, { handedOn, buyer }: Bought, { as, email }: Friend) {
  const { id } = await call('POST', `${handedOn}/transfer`, {
    body: { email },
    as: buyer,
    expect: 201,
    answer: Record,
    brief: () => 'a ticket is offered to Sam',
  })
  const accepted = { as, expect: 200, answer: Held }
  await call('POST', `/transfers/${id}/accept`, {
    ...accepted,
    brief: ({ short_code }) => `Sam has it: ${short_code}`,
  })
}

async function useAtTheGate({ call }: Service, { used, admin: as }: Bought) {
  const validate = `${used}/validate`
  await call('PUT', validate, { as, expect: 200, answer: Nothing, brief: () => 'admitted' })
  await call('PUT', validate, { as, expect: 409, answer: Refusal, brief: ({ code }) => code })
}

/** Refunds first one ticket, then the rest of the order. */
async function refundOrder({ call }: Service, { order, givenBack, admin: as }: Bought) {
  const back = { as, body: { reason: 'festival try' }, expect: 200 }
  await call('POST', `${givenBack}/refund`, { ...back, answer: Status, brief: (p) => p.status })
  await call('POST', `${order}/refund`, {
    ...back,
    answer: Refunds,
    brief: ({ payments }) => payments.map(({ status }) => status).join(', '),
  })
}

async function leave(
  { call }: Service,
  { id, as, name }: Omit<Friend, 'email'> & { name: string },
) {
  const goodbye = { as, expect: 200, answer: Nothing, brief: () => `${name}'s account is deleted` }
  await call('DELETE', `/users/${id}`, goodbye)
}

/** A tier with enough tickets on sale, which admit today. */
async function findTier({ call }: Service): Promise<{ festival: string; tier: string }> {
  const { festivals } = await call('GET', '/festivals?time=upcoming', {
    expect: 200,
    answer: Festivals,
    brief: (page) => `${page.festivals.length} upcoming festivals`,
  })
  for (const { id, name, tickets } of festivals) {
    const request = { expect: 200, answer: Availability, brief: () => name }
    const tiers = await call('GET', `/festivals/${id}/availability`, request)
    const isOnSale = ({ status, remaining }: Static<typeof Availability>[number]) =>
      status === 'on_sale' && remaining >= quantity
    const onSale = new Set(tiers.filter(isOnSale).map((tier) => tier.ticket_id))
    const tier = tickets.find((ticket) => onSale.has(ticket.id) && isSuitable(ticket))
    if (tier) return { festival: id, tier: tier.id }
  }
  throw new CommandError(
    `No upcoming festival has ${quantity} tickets on sale that admit today: make one`,
  )
}

function isSuitable(tier: Static<typeof Tier>): boolean {
  const now = new Date().toISOString()
  const most = Math.min(tier.max_per_order, tier.max_per_person ?? quantity)
  const admitsToday = (tier.valid_since ?? now) <= now && (tier.valid_until ?? now) >= now
  return admitsToday && most >= quantity && tier.transferable
}
