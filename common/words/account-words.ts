/** Texts of the sections of a fan's account, in the language of the page. */
import { wordsOf } from './catalogues.ts'

export const passkeyWords = wordsOf('passkeys')
export const calendarWords = wordsOf('calendar')
export const pushWords = wordsOf('push')
export const settingsWords = wordsOf('settings')
export const sessionWords = wordsOf('sessions')
