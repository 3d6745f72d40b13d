import { type RawBuilder, sql } from 'kysely'

/**
 * The rights of staff that count for a row of `users` with this alias. They are inactive while an unproven e-mail has
 * replaced a proven one, since another person may have put it there. Managing an organizer and working at a gate stay
 * active.
 */
export function staffRightsOf(alias: 'u' | 'm'): {
  isAdmin: RawBuilder<boolean>
  permissions: RawBuilder<string[]>
} {
  const [roles, permissions, proven_before] = ['roles', 'permissions', 'proven_before'].map(
    (name) => sql.ref(`${alias}.${name}`),
  )
  return {
    isAdmin: sql`coalesce('admin' = any (${roles}) and ${proven_before} is null, false)`,
    permissions: sql`case when ${proven_before} is null then ${permissions} else '{}' end`,
  }
}
