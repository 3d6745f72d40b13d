export { type Part, readParts } from './report.ts'
export { sales } from './routes.ts'
