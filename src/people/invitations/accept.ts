import { addManager, addMember } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { addStaff } from '#entrance/gate'
import {
  countingWrong,
  type FactorContext,
  requireSecondFactor,
  wrongAtSignIn,
} from '#identity/auth'
import {
  addRight,
  hashOf,
  holdAccount,
  insertUser,
  proveEmail,
  requestReview,
  requireOwner,
  writePassword,
} from '#identity/users'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { digest, isSecret } from '#platform/secrets/tokens'
import { conflict, invalidField, missingFields, notFound } from '#platform/values/errors'
import { endOffer, findOffer, type Offer } from './queries.ts'
import { isStillOffered } from './rights.ts'
import type { Acceptance } from './schemas.ts'

type Context = FactorContext & Pick<Infrastructure, 'proofs'>

const refused = () =>
  invalidField('token', 'is wrong, used, expired or taken back: ask for a new invitation')

/** Accepts an invitation to the proven e-mail of the user, once, if `requireOwner` allows it. 404 for any other invitation. */
export async function acceptOwn(context: Context, user: UserCaller, id: string): Promise<void> {
  await requireOwner(context, user)
  await transact(context.db, async (trx) => {
    const offer = await findOffer(trx, { id }, context.now())
    const account = await holdAccount(trx, user)
    const isOwn = account?.email_proven_at && account.email_key === offer?.email_key
    if (!offer || !isOwn || !(await take(trx, context, offer))) throw notFound('Invitation')
    await fulfil(trx, context, { offer, userId: user.id, keep: user.token })
  })
}

/**
 * Accepts an invitation with the mailed token, once; anything else is the same 400. In a session, the account must have
 * the invited e-mail (409 `other_account`), which is proven by this. It keeps its password, and of its tokens only the
 * session's, which `requireOwner` has to allow. Without a session the token alone is the proof: see `acceptOutside`.
 */
export async function acceptByToken(
  context: Context,
  user: UserCaller | null,
  { token, ...given }: Acceptance,
): Promise<void> {
  if (!isSecret(token, 'fst_invitation')) throw refused()
  const by = { hash: digest(token) }
  const offer = await findOffer(context.db, by, context.now())
  if (!offer) throw refused()
  if (!user) return acceptOutside(context, offer, given)
  await requireOwner(context, user)
  await transact(context.db, async (trx) => {
    const account = await holdAccount(trx, user)
    if (account?.email_key !== offer.email_key) throw otherAccount()
    if (!(await take(trx, context, offer))) throw refused()
    await fulfil(trx, context, { offer, userId: user.id, keep: user.token })
  })
}

const otherAccount = () =>
  conflict(
    'This invitation is for the e-mail of another account: sign in with that one, or sign out to accept',
    'other_account',
  )

/**
 * Accepts by access to the mailbox alone. An account with a proven e-mail keeps its password. One with an unproven
 * e-mail loses it, because a stranger may have registered it, and needs a new one. Without an account, one is created
 * with names and a password. Earlier tokens end. A second factor is required as by `askFactor`, but not that of a
 * stranger. 400 or 401 if something is missing; the request can then be sent again.
 */
async function acceptOutside(
  context: Context,
  offer: Offer,
  given: Omit<Acceptance, 'token'>,
): Promise<void> {
  const { firstName, lastName, password, second_factor: code } = given
  const about = { firstName: firstName ?? '', lastName: lastName ?? '', email: offer.email }
  const named = { firstName, lastName, email: offer.email }
  // Hashes before the transaction, so that no other transaction waits for it.
  const hash = password && (await hashOf(context.config, { ...about, password }))
  const work = async (trx: Database) => {
    if (!(await take(trx, context, offer))) throw refused()
    const account = await holdAccount(trx, { email: offer.email_key })
    if (account?.suspended_at) throw refused()
    const userId = account?.email_proven_at
      ? account.id
      : await becomeOwner(trx, context, { id: account?.id, named, hash })
    // A stranger's factor has ended with the password, if the owner has just taken the account over.
    await requireSecondFactor(trx, context, { userId, code, isMailAlone: true })
    await fulfil(trx, context, { offer, userId })
  }
  await countingWrong(context, wrongAtSignIn, () => transact(context.db, work))
}

type Owner = {
  /** null if there is no account yet */
  id: string | undefined
  named: { firstName: string | undefined; lastName: string | undefined; email: string }
  hash: string | undefined
}

/** Creates the account, or takes it over from a stranger, for the owner of its e-mail. */
async function becomeOwner(
  trx: Database,
  { access, now }: Context,
  { id, named, hash }: Owner,
): Promise<string> {
  if (id !== undefined) {
    if (!hash) {
      throw invalidField(
        'password',
        'is required: the e-mail of this account was never confirmed, so a new password replaces the one from before',
      )
    }
    await writePassword({ db: trx, access, now }, { id, hash })
    return id
  }
  const { firstName, lastName, email } = named
  if (!hash || !firstName || lastName === undefined) {
    throw missingFields(
      ['firstName', 'lastName', 'password'],
      ': there is no account with this e-mail yet',
    )
  }
  const proven = { password_hash: hash, email_proven_at: now() }
  const made = await insertUser(trx, { firstName, lastName, email }, proven)
  return made.id
}

/** Ends an invitation that is still offered, in the transaction that grants its right. Returns false if it is not offered any more. */
async function take(trx: Database, { now }: Context, offer: Offer): Promise<boolean> {
  return (await endOffer(trx, offer.id, now())) && (await isStillOffered(trx, offer))
}

type AcceptedOffer = { offer: Offer; userId: string; keep?: string }

/**
 * Grants the right of an invitation. The account's earlier tokens end, except the accepting session's; its user is
 * asked about standing access.
 */
async function fulfil(
  trx: Database,
  { access, proofs, now }: Context,
  { offer, userId, keep }: AcceptedOffer,
): Promise<void> {
  const { organizer_id, member_of, member_role, may_refund, festival_id, granted_right } = offer
  await proveEmail({ db: trx, proofs, access }, { id: userId, now: now() })
  if (organizer_id !== null) await addManager(trx, organizer_id, userId)
  if (member_of !== null && member_role !== null) {
    await addMember(trx, { id: member_of, userId, role: member_role, may_refund })
  }
  if (festival_id !== null) {
    await addStaff({ db: trx, now: now() }, { festivalId: festival_id, userId })
  }
  if (granted_right !== null) {
    const user = keep === undefined ? undefined : { id: userId, token: keep }
    await addRight({ db: trx, access }, { id: userId, ...(user && { user }) }, granted_right)
  }
  await access.endUser(trx, userId, keep)
  await requestReview(trx, userId)
}
