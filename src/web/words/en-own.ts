import { calendar, passkeys, push, sessions, settings } from './en-account.ts'
import { me } from './en-me.ts'
import { mine } from './en-mine.ts'

/** What a fan's own pages say. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
