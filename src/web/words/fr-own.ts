import { calendar, passkeys, push, sessions, settings } from './fr-account.ts'
import { me } from './fr-me.ts'
import { mine } from './fr-mine.ts'

/** What a fan's own pages say, in French. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
