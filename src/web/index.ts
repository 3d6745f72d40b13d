export { showProblem } from './guide-routes.ts'
export { pages } from './routes.ts'
export { pageAddress } from './server/page-address.ts'
