export { mayDecideGate } from './rights.ts'
export { gate } from './routes.ts'
export { addStaff } from './staff.ts'
export { recordAdmissions } from './taken-over.ts'
