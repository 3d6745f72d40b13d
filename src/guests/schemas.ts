import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from '#platform/values/shapes'
import { Email, FirstName, LastName } from '#users'

export const NewGuest = Type.Object({
  email: Email,
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
})
export type NewGuest = Static<typeof NewGuest>

export const GuestChange = Type.Partial(NewGuest)

/** A guest as they read themselves. */
export const Guest = Type.Object(
  {
    id: Uuid,
    email: Type.String({
      description:
        'The contact e-mail: the account that proves it takes over what the guest bought',
      examples: ['ada@harbour.example'],
    }),
    firstName: Nullable(Type.String({ examples: ['Ada'] })),
    lastName: Nullable(Type.String({ examples: ['Marsh'] })),
  },
  { title: 'Guest' },
)
