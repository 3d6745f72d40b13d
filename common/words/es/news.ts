/** Texts of a notification that the guide's worker shows when it cannot read a push, in Spanish. */
import type { Catalogue } from '../catalogues.ts'

export const news: Catalogue['news'] = { title: 'Novedades para usted' }
