import { calendar, passkeys, push, sessions, settings } from './account.ts'
import { me } from './me.ts'
import { mine } from './mine.ts'

/** What a fan's own pages say. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
