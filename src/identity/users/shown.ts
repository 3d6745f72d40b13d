import type { ClientCaller } from '#core/access'

/** Removes the e-mail unless the client has the scope `read_emails`. */
export function shownTo<T extends { email: string | null }>({ scopes }: ClientCaller, user: T): T {
  return scopes.includes('read_emails') ? user : { ...user, email: null }
}
