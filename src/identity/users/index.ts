export { Email, isEmail } from '#platform/values/email'
export { ensureAdmin } from './admin.ts'
export { createUser, hashOf, insertUser, registerUser } from './changes.ts'
export { userColumns } from './columns.ts'
export {
  eraseGuests,
  type Guest,
  insertGuest,
  lockGuest,
  lockGuests,
  requireContact,
  updateGuest,
} from './guests.ts'
export { saveLanguage } from './language.ts'
export { findUsersByName } from './named.ts'
export { requireOwner, signInAgain } from './owner.ts'
export { recordSignIn, writePassword } from './password.ts'
export { type HeldAccount, holdAccount, Proofs, type ProvenAccount, proveEmail } from './proof.ts'
export { findAccount, findUserByEmail, listAccounts, rolesOf } from './queries.ts'
export { addRight, alignRights, grantRight, revokeRight } from './rights.ts'
export { users } from './routes.ts'
export {
  Account,
  FirstName,
  LastName,
  NewPassword,
  NewUser,
  Right,
  SpokenLanguage,
  User,
} from './schemas.ts'
export { shownTo } from './shown.ts'
export { requestReview } from './standing-access.ts'
