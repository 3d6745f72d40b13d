/** Reads of things hidden from the public, for callers that may change them. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

/** The parameter of reads that otherwise leave out hidden things. */
export const HiddenQuery = {
  hidden: Type.Optional(
    Type.Boolean({
      description:
        'true: hidden tiers and accommodations too, at festivals that the user may change. Needs the user token',
    }),
  ),
}

/** Returns true if a request asks for hidden things. It then needs the user, and no other user gets its answer. */
export function asksHidden({ query }: FastifyRequest): boolean {
  // Before validation of the query the value is text.
  return ['true', '1'].includes(String(Object(query).hidden))
}
