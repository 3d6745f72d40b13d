/** Guests, who buy without an account, through a client that may sell to them. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { nextMailTo } from './mailbox.ts'
import type { Person, World } from './world.ts'

export const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`

type GuestFields = { email?: string; firstName?: string; lastName?: string }

/** A guest with a token, with names unless they are empty. */
export async function aGuest(world: World, guestFields: GuestFields = {}): Promise<Person> {
  const { email = anEmail(), firstName = 'Ada', lastName = 'Marsh' } = guestFields
  const { token: client } = await world.aClient(['sell_to_guests'])
  const names = firstName === '' ? {} : { firstName, lastName }
  const { status, body, text } = await world.post('/auth/guest', { email, ...names }, { client })
  assert.equal(status, 200, text)
  const as = { id: '', email, firstName, lastName, token: body.token }
  const { body: guest } = await world.put('/auth/guest', {}, { as })
  return { ...as, id: guest.id }
}

/** The code that is mailed to sign in with an e-mail. */
export async function aCode(world: World, email: string): Promise<string> {
  assert.equal((await world.post('/auth/code', { email })).status, 200)
  const mail = await nextMailTo(world, email, { about: 'Your sign-in code' })
  return /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''
}

/** Signs in to the account of an e-mail with its code, and makes it where there is none. */
export async function signInWith(
  { get, post }: World,
  { email, code }: { email: string; code: string },
): Promise<Person> {
  const names = { firstName: 'Ada', lastName: 'Marsh' }
  const { status, body, text } = await post('/auth/code/verify', { email, code, ...names })
  assert.equal(status, 200, text)
  const as = { ...names, id: '', email, token: body.token }
  return { ...as, id: (await get('/users/i', { as })).body.id }
}

/** The same with a code from a mail. */
export const signInByCode = async (world: World, email: string): Promise<Person> =>
  signInWith(world, { email, code: await aCode(world, email) })
