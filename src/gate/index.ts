export { mayDecideGate } from './rights.ts'
export { gate } from './routes.ts'
export { addStaff } from './staff.ts'
