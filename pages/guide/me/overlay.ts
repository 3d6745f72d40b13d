import { FestivalError } from '../../../client/src/error.ts'
import { recordView } from './earn.ts'
import { showFollows } from './follow.ts'
import { showWaits } from './waits.ts'

/** Lays a fan's own data over a page that is the same for all. */
export async function showOwn(page: HTMLElement | null): Promise<void> {
  try {
    await Promise.all([showFollows(), page ? showWaits(page) : undefined, recordView()])
  } catch (error) {
    // Without an answer the page stays the same as for everyone.
    if (!(error instanceof FestivalError)) throw error
  }
}
