export { findGuestOf } from './claim.ts'
export { guests } from './routes.ts'
export { beginAsGuest } from './sign-in.ts'
