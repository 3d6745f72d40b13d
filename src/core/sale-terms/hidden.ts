/** Reads of what is hidden from the public, for those who may change it. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

/** The parameter of reads that leave out what is hidden. */
export const HiddenQuery = {
  hidden: Type.Optional(
    Type.Boolean({
      description:
        'true: hidden tiers and accommodations too, at festivals that the user may change. Needs the user token',
    }),
  ),
}

/** Whether a request asks for what is hidden: then it needs the user, and no other gets its answer. */
export function asksHidden({ query }: FastifyRequest): boolean {
  // Before the check of the query it is text.
  return ['true', '1'].includes(String(Object(query).hidden))
}
