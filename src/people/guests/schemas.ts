import { type Static, Type } from 'typebox'
import { Email, FirstName, LastName, SpokenLanguage } from '#identity/users'
import { Nullable, Uuid } from '#platform/values/shapes'

export const NewGuest = Type.Object({
  email: Type.Optional(
    Type.String({
      ...Email,
      description:
        'The contact e-mail; a guest without one can hold an order, and has to say it to pay',
    }),
  ),
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
  language: Type.Optional(SpokenLanguage),
})
export type NewGuest = Static<typeof NewGuest>

export const GuestChange = NewGuest

/** The correct e-mail of a guest, in place of a mistyped one. */
export const GuestEmail = Type.Object({
  email: Type.String({ ...Email, description: 'The contact e-mail from now on' }),
})

/** A guest as they read themselves. */
export const Guest = Type.Object(
  {
    id: Uuid,
    email: Nullable(
      Type.String({
        description:
          'The contact e-mail: the account that proves it takes over what the guest bought. Null: not said yet',
        examples: ['ada@harbour.example'],
      }),
    ),
    firstName: Nullable(Type.String({ examples: ['Ada'] })),
    lastName: Nullable(Type.String({ examples: ['Marsh'] })),
  },
  { title: 'Guest' },
)
