import { calendar, passkeys, push, sessions, settings } from './es-account.ts'
import { me } from './es-me.ts'
import { mine } from './es-mine.ts'

/** What a fan's own pages say, in Spanish. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
