import { FestivalError } from '../../client/src/error.ts'
import { pageClient } from '../shared/client.ts'

let key = content('festival-session')

/** The API with this page's read access. */
export const festival = pageClient(() => key)

/** The time by which the server's clock is ahead of this one, in ms. */
const ahead = Date.parse(content('festival-now') ?? '') - Date.now()

/** The current time by the server's clock, so that a wrong local clock does not matter. */
export function serverNow(): Date {
  return new Date(Date.now() + (Number.isNaN(ahead) ? 0 : ahead))
}

function content(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}

/** Calls the API, and once more if the session of a long-open page has ended. */
export async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FestivalError) || error.status !== 401) throw error
    const answer = await fetch('/guide/session')
    if (!answer.ok) throw error
    key = ((await answer.json()) as { session: string }).session
    return call()
  }
}
