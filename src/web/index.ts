export { showProblem } from './guide.ts'
export { pages } from './routes.ts'
export { pageAddress } from './shop.ts'
