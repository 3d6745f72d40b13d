/** Invitations, as the invited user accepts them. */
import assert from 'node:assert/strict'
import { nextMailTo } from './mailbox.ts'
import type { Person, World } from './world.ts'

/** Accepts all pending invitations for a person's e-mail, in their session. */
export async function acceptAll({ get, post }: World, as: Person): Promise<void> {
  const { body } = await get('/users/i/invitations', { as })
  assert.ok(body.length > 0, `nothing is pending for ${as.email}`)
  for (const { id } of body) {
    const { status, text } = await post(`/invitations/${id}/accept`, {}, { as })
    assert.equal(status, 200, text)
  }
}

/** Invites to the resource of a path, and accepts. */
export async function invited(
  world: World,
  path: string,
  { by, to }: { by: Person; to: Person },
): Promise<void> {
  const { status, text } = await world.post(path, { email: to.email }, { as: by })
  assert.equal(status, 201, text)
  await acceptAll(world, to)
}

/** The token in the latest invitation sent to an e-mail, once it has received this many. */
export async function invitationTo(world: World, email: string, count = 1): Promise<string> {
  return tokenIn(
    await nextMailTo(world, email, { count, about: 'You are invited' }),
    'fst_invitation',
  )
}

/** The token of a kind in a mail. */
export function tokenIn(mail: string, kind: string): string {
  const [token] =
    new RegExp(String.raw`\b${kind}_[\dA-Za-z]{49}$`, 'm').exec(mail.replaceAll('\r', '')) ?? []
  return token ?? assert.fail(`no token in ${mail}`)
}
