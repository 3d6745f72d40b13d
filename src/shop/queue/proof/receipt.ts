import { pathOf } from '#common/draw/merkle'
import type { Vault } from '#platform/secrets/vault'
import type { QueuePlace } from '../schemas.ts'

export const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

type Signed = { index: number; first: number; count: number; signature: Buffer }

/** Returns the receipt of a leaf in a signed tree. */
export const receiptOf = (
  levels: Uint8Array[][],
  { index, first, count, signature }: Signed,
): QueuePlace['receipt'] => ({
  first,
  count,
  path: pathOf(levels, index).map(asText),
  signature: asText(signature),
})

type Invited = { queueId: string; number: number }

/** Returns the invitation with which others join a number; only the owner of the number receives it. */
export function invitationOf(vault: Vault, invited: Invited): string {
  return `${invited.number}.${macOf(vault, invited).subarray(0, 16).toString('base64url')}`
}

/** Returns the number that an invitation is for; undefined if it is not one of this queue. */
export function readInvitation(vault: Vault, queueId: string, text: string): number | undefined {
  const [, digits = ''] = /^(\d{1,10})\.[\w-]{22}$/.exec(text) ?? []
  if (digits === '') return undefined
  const number = Number(digits)
  return invitationOf(vault, { queueId, number }) === text ? number : undefined
}

const macOf = (vault: Vault, { queueId, number }: Invited) =>
  vault.mac(`${number}`, `queue invitation ${queueId}`)
