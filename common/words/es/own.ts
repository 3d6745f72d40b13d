import { calendar, passkeys, push, sessions, settings } from './account.ts'
import { me } from './me.ts'
import { mine } from './mine.ts'

/** Texts of the account pages, in Spanish. */
export const own = { me, mine, passkeys, calendar, push, sessions, settings }
