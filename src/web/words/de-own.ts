import { calendar, passkeys, push, sessions, settings } from './de-account.ts'
import { me } from './de-me.ts'
import { mine } from './de-mine.ts'

/** What a fan's own pages say, in German. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
