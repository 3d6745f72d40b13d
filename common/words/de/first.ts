import { basket } from './basket.ts'
import { guide } from './guide.ts'
import { offline } from './offline.ts'

/** Texts of the public pages, in German. */
export const first = { guide, offline, basket }
