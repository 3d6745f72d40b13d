/** The words of public pages, one script. */
export { basket } from './basket.ts'
export { guide } from './guide.ts'
export { offline } from './offline.ts'
