export { showProblem } from './guide.ts'
export { pageAddress } from './page-address.ts'
export { pages } from './routes.ts'
