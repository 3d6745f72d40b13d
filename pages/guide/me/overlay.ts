import { FestivalError } from '../../../client/src/error.ts'
import { showFollows } from './follow.ts'
import { showWaits } from './waits.ts'

/** Lays what is a fan's own over a page that is the same for all. */
export async function showOwn(page: HTMLElement | null): Promise<void> {
  try {
    await Promise.all([showFollows(), page ? showWaits(page) : undefined])
  } catch (error) {
    // Without an answer the page stays as it is for all.
    if (!(error instanceof FestivalError)) throw error
  }
}
