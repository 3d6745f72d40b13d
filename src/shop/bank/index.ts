export { type BankSettings, requireAccount } from './account.ts'
export { type BankContext, importStatement, type SkipReason } from './import.ts'
export { bank } from './routes.ts'
export { simulateTransfer } from './simulate.ts'
