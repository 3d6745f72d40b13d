export { guests } from './routes.ts'
export { beginAsGuest } from './sign-in.ts'
export { findGuestOf } from './take-over.ts'
