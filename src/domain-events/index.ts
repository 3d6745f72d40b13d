export * from './outbox.ts'
