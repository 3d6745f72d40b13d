import { basket } from './de-basket.ts'
import { guide } from './de-guide.ts'
import { offline } from './de-offline.ts'

/** What pages for all say, in German. */
export const first = { guide, offline, basket }
