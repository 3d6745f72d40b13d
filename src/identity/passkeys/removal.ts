import { signedIn } from '#core/access'
import { tellOfFactor } from '#identity/auth'
import { deleteFactor } from '#identity/second-factor'
import { holdAccount } from '#identity/users'
import { transact } from '#platform/database/transactions'
import type { Infrastructure, Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { forbidden, found } from '#platform/values/errors'

/**
 * Removes all second factors of an account that were lost: app, recovery codes and passkeys. Its tokens end. 404 for an
 * unknown account. Safe to repeat.
 */
export function removeFactors(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  userId: string,
): Promise<void> {
  return transact(db, async (trx) => {
    const { id } = found(await holdAccount(trx, { id: userId }), 'User')
    await deleteFactor(trx, id)
    await trx.deleteFrom('passkeys').where('user_id', '=', id).execute()
    await access.endUser(trx, id)
  })
}

/** `DELETE /users/:id/second-factor`, by admins for users that have lost theirs. */
export function removing(app: Parameters<Module>[0]) {
  app.route({
    method: 'DELETE',
    url: '/users/:id/second-factor',
    config: {
      access: 'user',
      permission: 'manage_users',
      audit: 'user.remove_second_factor',
      confirms: true,
      refuses: [403],
    },
    schema: {
      operationId: 'removeSecondFactor',
      summary: 'Remove the second factor, recovery codes and passkeys of a user; admins alone',
      description:
        'For users who have lost them. Their tokens end, and their e-mail is told. One’s own: POST /users/i/second-factor/removal.',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      const { id: by, isAdmin } = signedIn(request)
      const userId = request.params.id
      if (!isAdmin) throw forbidden('Only an admin may remove the second factor of a user')
      if (userId === by) throw forbidden('To remove your own second factor, send one of its codes')
      await transact(app.db, async (trx) => {
        await removeFactors({ db: trx, access: app.access }, userId)
        await tellOfFactor(trx, app, { userId, news: 'removed' })
      })
      return { message: 'Second factor removed' }
    },
  })
}
