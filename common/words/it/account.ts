/** The words of account pages, one script. */
export { calendar, passkeys, push, sessions, settings } from './account-sections.ts'
export { me } from './me.ts'
export { mine } from './mine.ts'
