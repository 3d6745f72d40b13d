import { basket } from './basket.ts'
import { guide } from './guide.ts'
import { offline } from './offline.ts'

/** Texts of the public pages, in French. */
export const first = { guide, offline, basket }
