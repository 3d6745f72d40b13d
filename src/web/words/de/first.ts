import { basket } from './basket.ts'
import { guide } from './guide.ts'
import { offline } from './offline.ts'

/** What pages for all say, in German. */
export const first = { guide, offline, basket }
