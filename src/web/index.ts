export { showProblem } from './guide.ts'
export { pages } from './routes.ts'
