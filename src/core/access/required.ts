import type { FastifyRequest } from 'fastify'
import { forbidden } from '#platform/values/errors'
import { callingClient, mayUser, type Permission, type Scope, signedIn } from './callers.ts'

/** Refuses (403 `missing_scope`) a client that lacks the scope. */
export function requireScope(request: FastifyRequest, scope: Scope) {
  if (!callingClient(request).scopes.includes(scope)) {
    throw forbidden(`Missing client scope: ${scope}`, 'missing_scope')
  }
}

/** Refuses (403 `missing_permission`) a user without the permission. */
export function requirePermission(request: FastifyRequest, permission: Permission) {
  if (!mayUser(signedIn(request), permission)) {
    throw forbidden(`Missing user permission: ${permission}`, 'missing_permission')
  }
}
