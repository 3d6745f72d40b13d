import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, styleText } from 'node:util'
import type { Command } from 'commander'
import { type Static, Type } from 'typebox'
import { readConfig } from '#platform/config/read'
import { type Config } from '#platform/config/variables'
import { findAddress } from '../serve/running.ts'
import { CommandError, print, visible } from './output.ts'
import { callService, type Service, type Step } from './service-calls.ts'

const text = Type.String()
const Nothing = Type.Object({})
const Token = Type.Object({ token: text })
const Record = Type.Object({ id: text })
const Refusal = Type.Object({ code: text })
const Paid = Type.Object({ id: text, status: text, amount: Type.Number() })
const Payments = Type.Object({ processor: Type.Object({ publicKey: text }) })
const Points = Type.Object({ balance: Type.Integer() })
const Notices = Type.Array(Type.Object({ title: text }))
const Time = Type.Union([text, Type.Null()])
const Tier = Type.Object({ id: text, price: Type.Number(), valid_since: Time, valid_until: Time })
const Festivals = Type.Object({
  festivals: Type.Array(Type.Object({ id: text, name: text, tickets: Type.Array(Tier) })),
})
const Availability = Type.Array(Type.Object({ ticket_id: text, status: text }))

type Options = { url?: string; json?: boolean }

/** `festival try` */
export function addTry(program: Command): void {
  program
    .command('try')
    .helpGroup('Run it:')
    .description('Buy a ticket, use it and undo it all, on a service that runs')
    .option('--url <url>', 'where the service runs (default: PUBLIC_URL, else that of DATA_DIR)')
    .option('--json', 'give the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival try --url http://localhost:3000')
    .action(async (options: Options) => {
      const config = readConfig(process.env)
      const url = urlOf(options) ?? config.PUBLIC_URL ?? (await addressHere(config))
      const accounts = await readAccounts(config.DATA_DIR)
      const steps: Step[] = []
      const service = callService(url.replace(/\/$/, ''), (step) => {
        steps.push(step)
        if (!options.json) process.stdout.write(`${lineOf(step)}\n`)
      })
      await tryOut(service, accounts)
      print(options, { url, steps }, ['', 'It works. The ticket is refunded, its buyer is gone.'])
    })
}

function urlOf({ url }: Options): string | undefined {
  if (url === undefined || (/^https?:/i.test(url) && URL.canParse(url))) return url
  throw new CommandError(`--url must be an http(s) URL, such as http://localhost:3000: ${url}`)
}

async function addressHere({ DATA_DIR, PORT }: Config): Promise<string> {
  return (await findAddress(DATA_DIR)) ?? `http://localhost:${PORT}`
}

function lineOf({ method, path, status, milliseconds, brief }: Step): string {
  const call = visible(`${method.padEnd(6)} ${path}`).padEnd(68)
  return `${styleText('bold', call)} ${status} ${`${milliseconds} ms`.padStart(7)}   ${visible(brief)}`
}

type Login = { email: string; password: string }
type Accounts = { client: { client_id: string; client_secret: string }; admin: Login }

/** From the environment, otherwise from the file that the first start wrote. */
async function readAccounts(folder: string): Promise<Accounts> {
  const path = join(folder, 'first-start.env')
  const kept = parseEnv(await readFile(path, 'utf8').catch(() => ''))
  const value = (name: string) => process.env[name] || kept[name]
  const [client_id, client_secret] = [value('CLIENT_ID'), value('CLIENT_SECRET')]
  const [email, password] = [value('ADMIN_EMAIL'), value('ADMIN_PASSWORD')]
  if (client_id && client_secret && email && password) {
    return { client: { client_id, client_secret }, admin: { email, password } }
  }
  throw new CommandError(
    `${path} names no client and no administrator: set CLIENT_ID, CLIENT_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD`,
  )
}

async function tryOut(service: Service, { client, admin }: Accounts) {
  const { call, become } = service
  const enter = { body: client, expect: 200, answer: Token, brief: () => "the client's token" }
  become((await call('POST', '/auth/client', enter)).token)
  await call('GET', '/payments/config', { expect: 200, answer: Payments, brief: requireSimulated })
  const login = {
    email: `try-${randomBytes(6).toString('hex')}@festival.local`,
    password: randomBytes(12).toString('base64url'),
  }
  const body = { firstName: 'Robin', lastName: 'Try', ...login }
  const joined = { body, expect: 201, answer: Record, brief: () => 'Robin has an account' }
  const { id } = await call('POST', '/users', joined)
  const as = await signIn(service, login, 'Robin')
  const payment = await buy(service, as)
  await useAtTheGate(service, payment, await signIn(service, admin, 'the administrator'))
  const goodbye = { as, expect: 200, answer: Nothing, brief: () => "Robin's account is deleted" }
  await call('DELETE', `/users/${id}`, goodbye)
}

function requireSimulated({ processor }: Static<typeof Payments>): string {
  if (processor.publicKey.startsWith('pk_simulated')) return 'payments are simulated'
  throw new CommandError('This service takes real money: try is for the simulated processor')
}

async function signIn({ call }: Service, body: Login, who: string): Promise<string> {
  const request = { body, expect: 200, answer: Token, brief: () => `${who} is signed in` }
  return (await call('POST', '/auth/user', request)).token
}

/** Returns the path of the payment. */
async function buy(service: Service, as: string): Promise<string> {
  const { call } = service
  const { id: entity_id, price: amount } = await findTier(service)
  const { id } = await call('POST', '/payments', {
    body: { payment_type: 'ticket', entity_id, amount },
    as,
    expect: 201,
    answer: Paid,
    brief: (paid) => `${paid.status}, ${paid.amount.toFixed(2)} EUR`,
  })
  const earned = { as, expect: 200, answer: Points }
  await call('GET', '/rewards/points', { ...earned, brief: (p) => `${p.balance} points` })
  const heard = { as, expect: 200, answer: Notices }
  await call('GET', '/notifications', {
    ...heard,
    brief: (all) => all.map(({ title }) => title).join(', '),
  })
  return `/payments/${id}`
}

async function useAtTheGate({ call }: Service, payment: string, as: string) {
  const validate = `${payment}/validate`
  await call('PUT', validate, { as, expect: 200, answer: Nothing, brief: () => 'admitted' })
  await call('PUT', validate, { as, expect: 409, answer: Refusal, brief: ({ code }) => code })
  const back = { as, body: { reason: 'festival try' }, expect: 200, answer: Paid }
  await call('POST', `${payment}/refund`, { ...back, brief: ({ status }) => status })
}

/** A ticket that is on sale and valid today. */
async function findTier({ call }: Service): Promise<Static<typeof Tier>> {
  const { festivals } = await call('GET', '/festivals?time=upcoming', {
    expect: 200,
    answer: Festivals,
    brief: (page) => `${page.festivals.length} upcoming festivals`,
  })
  for (const { id, name, tickets } of festivals) {
    const request = { expect: 200, answer: Availability, brief: () => name }
    const tiers = await call('GET', `/festivals/${id}/availability`, request)
    const onSale = new Set(tiers.flatMap((t) => (t.status === 'on_sale' ? t.ticket_id : [])))
    const tier = tickets.find((ticket) => onSale.has(ticket.id) && admitsToday(ticket))
    if (tier) return tier
  }
  throw new CommandError('No upcoming festival has a ticket on sale that admits today: make one')
}

function admitsToday({ valid_since, valid_until }: Static<typeof Tier>): boolean {
  const now = new Date().toISOString()
  return (valid_since ?? now) <= now && (valid_until ?? now) >= now
}
