/** Guests, who buy without an account, through a client that may sell to them. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { nextMailTo } from './mailbox.ts'
import type { Person, World } from './world.ts'

export const anEmail = () => `${randomBytes(6).toString('hex')}@harbour.example`

type Given = { email?: string; firstName?: string; lastName?: string }

/** A guest with a token, with names unless they are empty. */
export async function aGuest(world: World, given: Given = {}): Promise<Person> {
  const { email = anEmail(), firstName = 'Ada', lastName = 'Marsh' } = given
  const { token: client } = await world.aClient(['sell_to_guests'])
  const names = firstName === '' ? {} : { firstName, lastName }
  const { status, body, text } = await world.post('/auth/guest', { email, ...names }, { client })
  assert.equal(status, 200, text)
  const as = { id: '', email, firstName, lastName, token: body.token }
  const { body: guest } = await world.put('/auth/guest', {}, { as })
  return { ...as, id: guest.id }
}

/** Signs in to the account of an e-mail with a code from a mail, and makes it where there is none. */
export async function signInByCode(world: World, email: string): Promise<Person> {
  const { get, post } = world
  const about = 'Your sign-in code'
  const names = { firstName: 'Ada', lastName: 'Marsh' }
  assert.equal((await post('/auth/code', { email })).status, 200)
  const mail = await nextMailTo(world, email, { about })
  const code = /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''
  const { status, body, text } = await post('/auth/code/verify', { email, code, ...names })
  assert.equal(status, 200, text)
  const as = { ...names, id: '', email, token: body.token }
  return { ...as, id: (await get('/users/i', { as })).body.id }
}
