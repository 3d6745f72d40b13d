import { basket } from './basket.ts'
import { guide } from './guide.ts'
import { offline } from './offline.ts'

/** Texts of the public pages, in Spanish. */
export const first = { guide, offline, basket }
