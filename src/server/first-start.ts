import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { storeOperatorVersion } from '#catalogue/organizers'
import { addDevice } from '#entrance/gate'
import { createPublishableClient, ensureClient } from '#identity/clients'
import { ensureAdmin } from '#identity/users'
import type { Config } from '#platform/config/variables'
import { asSystem } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { newSecret } from '#platform/secrets/tokens'

type Context = Pick<Infrastructure, 'db' | 'access' | 'now'>
type Accounts = { email: string; password: string; clientId: string; clientSecret: string }

/**
 * Returns true if demo data and printed secrets are acceptable: in development, in a database that was created for
 * this service and has no account yet.
 */
export async function isFirstStart(db: Database, { NODE_ENV }: Config, fresh: boolean) {
  if (!fresh || NODE_ENV !== 'development') return false
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from users) or exists (select from clients) as used`.execute(db)
  return rows[0]?.used === false
}

/**
 * Ensures that the administrator, the client and the seller of the environment exist after every start. If the environment
 * names none, a first start in development creates them with random secrets, and stores these in a file that only
 * the owner can read. It creates a publishable client as well.
 */
export async function ensureFirstAccounts(
  infrastructure: Context,
  config: Config,
  isFirst: boolean,
) {
  await storeOperatorVersion(infrastructure.db, config)
  const given = givenAccounts(config)
  if (!isFirst) {
    await ensureAccounts({ ...infrastructure, config }, given)
    return undefined
  }
  const accounts = { ...randomAccounts(), ...given }
  await ensureAccounts({ ...infrastructure, config }, accounts)
  const { id: publishableId } = await asSystem('client.create', () =>
    createPublishableClient(infrastructure.db, demoPage),
  )
  const made = {
    ...accounts,
    publishableId,
    gateToken: await addDemoGate(infrastructure, accounts),
  }
  return { ...made, file: await saveAccounts(config.DATA_DIR, made) }
}

/** Adds a device at the gate of the festival that is on now, so that a ticket that was just bought can be scanned. */
async function addDemoGate(
  infrastructure: Context,
  { email, clientId }: Accounts,
): Promise<string | undefined> {
  const { db, now } = infrastructure
  const { rows } = await sql<{ festivalId: string; userId: string }>`
    select f.id as "festivalId", u.id as "userId" from festivals f, users u
    where f.start_time <= ${now()} and f.end_time > ${now()} and u.email = ${email} limit 1`.execute(
    db,
  )
  const [place] = rows
  if (!place) return undefined
  const device = { ...place, clientId, name: 'Demo gate' }
  return (await asSystem('device.create', () => addDevice(infrastructure, device))).token
}

/** Creates a client for a page under development on this machine, at the addresses of common development servers. */
const demoPage = {
  name: 'Demo page',
  origins: ['http://localhost:5173', 'http://localhost:8080'],
  allow_without_origin: true,
}

async function ensureAccounts(
  infrastructure: Context & Pick<Infrastructure, 'config'>,
  accounts: Partial<Accounts>,
) {
  const { email, password, clientId: id, clientSecret: secret } = accounts
  if (email && password) {
    await asSystem('user.ensure', () => ensureAdmin(infrastructure, { email, password }))
  }
  if (id && secret) {
    const client = { id, secret, name: 'First client' }
    await asSystem('client.ensure', () => ensureClient(infrastructure.db, client))
  }
}

function givenAccounts(config: Config): Partial<Accounts> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = config
  return {
    ...(email && password && { email, password }),
    ...(clientId && clientSecret && { clientId, clientSecret }),
  }
}

function randomAccounts(): Accounts {
  return {
    email: 'admin@festival.local',
    password: randomBytes(12).toString('base64url'),
    clientId: `client_${randomBytes(8).toString('hex')}`,
    clientSecret: newSecret('fst_secret'),
  }
}

type NewInstallation = Accounts & { publishableId: string; gateToken: string | undefined }

async function saveAccounts(folder: string, newInstallation: NewInstallation) {
  const { email, password, clientId, clientSecret, publishableId, gateToken } = newInstallation
  const file = `${folder}/first-start.env`
  const lines = [
    `ADMIN_EMAIL=${email}`,
    `ADMIN_PASSWORD=${password}`,
    `CLIENT_ID=${clientId}`,
    `CLIENT_SECRET=${clientSecret}`,
    `PUBLISHABLE_CLIENT_ID=${publishableId}`,
    ...(gateToken === undefined ? [] : [`GATE_TOKEN=${gateToken}`]),
  ]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return file
}
