/** Texts of a notification that the guide's worker shows when it cannot read a push, in Italian. */
import type { Catalogue } from '../catalogues.ts'

export const news: Catalogue['news'] = { title: 'Novità per lei' }
