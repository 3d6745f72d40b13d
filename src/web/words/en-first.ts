import { basket } from './en-basket.ts'
import { guide } from './en-guide.ts'
import { offline } from './en-offline.ts'

/** What pages for all say. */
export const first = { guide, offline, basket }
