import { mineWords as words } from '#common/words/mine-words'
import { FestivalError } from '../../../client/src/error.ts'
import { api, asFan, hasAccount, lastingApi } from '../shop/fan.ts'
import { mergeHearts } from './merge.ts'
import { canStore, change, most, removeHearts, storedHeartsAt } from './stored-hearts.ts'

type Gig = { id: string; name: string; start: string | null }

/** The hearts of a visitor at a festival: in the account, or in this browser. */
export type Hearts = {
  isAccount: boolean
  /** true if the account has all hearts that this browser stored */
  isMerged: boolean
  ids: () => Set<string>
  give: (gig: Gig) => Promise<void>
  take: (id: string) => Promise<void>
  /** keeps a gig that clashes with another */
  keep: (id: string) => Promise<void>
  /** stores the start that was seen */
  see: (id: string, start: string | null) => Promise<void>
}

/** The reason why a heart could not be added, in words. */
export class Refused extends Error {}

/** Opens the hearts at a festival; hearts in the browser join the account first. Without a network it uses the browser's. */
export async function openHearts(festival: string): Promise<Hearts> {
  const isAccount = await hasAccount().catch(() => false)
  if (!isAccount) return inBrowser(festival)
  const isMerged = await mergeHearts()
  try {
    const { hearts } = await asFan(() => api.festivals.hearts(festival))
    return inAccount(festival, { ids: new Set(hearts.map(({ gig_id }) => gig_id)), isMerged })
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    // They join the account later.
    return inBrowser(festival)
  }
}

function inBrowser(festival: string): Hearts {
  const ids = () => new Set(Object.keys(storedHeartsAt(festival)))
  return {
    isAccount: false,
    isMerged: true,
    ids,
    give: async ({ id, ...heart }) => {
      if (!canStore()) throw new Refused(words.notKept)
      if (ids().size >= most) throw new Refused(words.full)
      change(festival, (hearts) => (hearts[id] = heart))
    },
    take: async (id) => removeHearts(festival, id),
    keep: async (id) =>
      change(festival, ({ [id]: heart }) => {
        if (heart) heart.keeps = true
      }),
    see: async (id, start) =>
      change(festival, ({ [id]: heart }) => {
        if (heart) heart.start = start
      }),
  }
}

type AccountHearts = { ids: Set<string>; isMerged: boolean }

function inAccount(festival: string, { ids, isMerged }: AccountHearts): Hearts {
  const write = async (id: string, given: object) => {
    await refusedInWords(() => asFan(() => lastingApi.gigs.giveHeart(id, given)))
    ids.add(id)
  }
  return {
    isAccount: true,
    isMerged,
    ids: () => ids,
    give: ({ id, start }) => write(id, { known_start_at: start }),
    take: async (id) => {
      await refusedInWords(() => asFan(() => lastingApi.gigs.takeHeart(id)))
      ids.delete(id)
      // A heart that could not join the account so far.
      removeHearts(festival, id)
    },
    keep: (id) => write(id, { keeps_clashes: true }),
    see: (id, start) => write(id, { known_start_at: start }),
  }
}

async function refusedInWords(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    // It is gone, or was removed in another tab.
    if (error.status === 404) return
    throw new Refused(error.code === 'too_many' ? words.full : words.failed)
  }
}
