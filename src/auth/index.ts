export { auth } from './routes.ts'
export { signInUser } from './sign-in.ts'
