import { basket } from './fr-basket.ts'
import { guide } from './fr-guide.ts'
import { offline } from './fr-offline.ts'

/** What pages for all say, in French. */
export const first = { guide, offline, basket }
