import { type Static, Type } from 'typebox'
import { Name, Nullable, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { Email, FirstName, LastName, NewPassword, Right } from '#users'

/** What is offered to the owner of an e-mail. */
export const Invitation = Type.Object({
  id: Uuid,
  kind: Type.Enum(['manager', 'gate_staff', 'right'], { examples: ['manager'] }),
  email: Email,
  organizer: Type.Union([
    Type.Object({
      id: Type.String({ examples: ['harbour-nights'] }),
      name: Name('Harbour Nights'),
    }),
    Type.Null(),
  ]),
  festival: Type.Union([Type.Object({ id: Uuid, name: Name('Tide') }), Type.Null()]),
  right: Nullable(Type.String({ examples: [null], description: 'admin, or a permission' })),
  createdAt: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = Static<typeof Invitation>
export type Invitations = Invitation[]

export const NewInvitation = Type.Object({ email: Email })

export const NewRightInvitation = Type.Object({ email: Email, right: Right })

/**
 * The token of the mail, with names and password if there is no account that its owner can sign in to.
 */
export const Acceptance = Type.Object({
  token: Type.String({ examples: [`fst_invitation_${'0'.repeat(49)}`] }),
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
  password: Type.Optional(NewPassword),
})
export type Acceptance = Static<typeof Acceptance>
