/** Texts of a notification that the guide's worker shows when it cannot read a push, in French. */
import type { Catalogue } from '../catalogues.ts'

export const news: Catalogue['news'] = { title: 'Du nouveau pour vous' }
