import { basket } from './es-basket.ts'
import { guide } from './es-guide.ts'
import { offline } from './es-offline.ts'

/** What pages for all say, in Spanish. */
export const first = { guide, offline, basket }
