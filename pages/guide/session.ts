import { FestivalError } from '../../client/src/error.ts'
import { pageClient } from '../shared/client.ts'

let key = content('festival-session')

/** The API as this page may read it. */
export const festival = pageClient(() => key)

/** How far the server's clock is ahead of this one, ms. */
const ahead = Date.parse(content('festival-now') ?? '') - Date.now()

/** Now, by the server's clock: whose own is wrong sees the same as everybody. */
export function serverNow(): Date {
  return new Date(Date.now() + (Number.isNaN(ahead) ? 0 : ahead))
}

function content(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}

/** Asks the API, and once more where only the session of a page that stood open for long has ended. */
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
