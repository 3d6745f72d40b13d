import { FestivalError } from '../../../client/src/error.ts'
import { api, asFan, inTurn } from '../shop/fan.ts'
import { allStoredHearts, removeHearts, type StoredHeart } from './stored-hearts.ts'

/**
 * Sends this browser's hearts to the account. Hearts that the account has already stay as they are there. A heart is
 * removed here once the account has it; failed ones stay, to be tried again. Returns true if all are done.
 */
export function mergeHearts(): Promise<boolean> {
  return inTurn(async () => {
    let isWhole = true
    for (const [festival, hearts] of Object.entries(allStoredHearts())) {
      isWhole = (await mergeAt(festival, hearts)) && isWhole
    }
    return isWhole
  })
}

async function mergeAt(festival: string, hearts: Record<string, StoredHeart>): Promise<boolean> {
  const told = await unlessRefused(() => asFan(() => api.festivals.hearts(festival)))
  if (told === undefined) return false
  const there = new Set((told?.hearts ?? []).map(({ gig_id }) => gig_id))
  let isWhole = true
  for (const [id, { start, keeps = false }] of Object.entries(hearts)) {
    const given = { known_start_at: start, keeps_clashes: keeps }
    const isThere =
      told === null ||
      there.has(id) ||
      (await unlessRefused(() => asFan(() => api.gigs.giveHeart(id, given)))) !== undefined
    if (isThere) removeHearts(festival, id)
    else isWhole = false
  }
  return isWhole
}

/** Returns null for a record that no longer exists, undefined if the call has to be tried again. */
async function unlessRefused<Answer>(
  call: () => Promise<Answer>,
): Promise<Answer | null | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    return error.status === 404 ? null : undefined
  }
}
