export { payoutFaults } from './faults.ts'
export { payouts } from './routes.ts'
export { syncAll } from './sync.ts'
