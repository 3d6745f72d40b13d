import { type Static, Type } from 'typebox'
import { MayRefund, MemberRole, NamedOrganizer } from '#catalogue/organizers'
import { FactorCode } from '#identity/second-factor'
import { Email, FirstName, LastName, NewPassword, Right } from '#identity/users'
import { aliased } from '#platform/values/aliases'
import { Named, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

/** The invitation that is offered to the owner of an e-mail. */
export const Invitation = aliased(
  Type.Object(
    {
      id: Uuid,
      kind: OneOf('InvitationKind', {
        manager: 'To manage an organizer',
        member: 'To a role in an organizer',
        gate_staff: 'To work at the gate of a festival',
        right: 'To a right of staff',
      }),
      email: Email,
      organizer: Type.Union([NamedOrganizer, Type.Null()]),
      festival: Type.Union([Named('Harbour Nights 2027'), Type.Null()]),
      role: Type.Union([MemberRole, Type.Null()]),
      may_refund: Nullable(Type.Boolean({ description: 'Of kind member', examples: [null] })),
      right: Nullable(Type.String({ examples: [null], description: 'admin, or a permission' })),
      created_at: Timestamp,
      expires_at: Timestamp,
    },
    { title: 'Invitation' },
  ),
  { created_at: 'createdAt' },
)
export type Invitation = Static<typeof Invitation>
export type Invitations = Invitation[]

export const NewInvitation = Type.Object({ email: Email })

export const NewMemberInvitation = Type.Object({
  email: Email,
  role: MemberRole,
  may_refund: Type.Optional(MayRefund),
})

export const NewRightInvitation = Type.Object({ email: Email, right: Right })

/**
 * The token of the mail, with names and password if there is no account that the owner of the e-mail can sign in to.
 */
export const Acceptance = Type.Object({
  token: Type.String({ examples: [`fst_invitation_${'0'.repeat(49)}`] }),
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
  password: Type.Optional(NewPassword),
  second_factor: Type.Optional(
    Type.String({
      ...FactorCode,
      description: 'Without a user token, where the account has a second factor: a code of it',
    }),
  ),
})
export type Acceptance = Static<typeof Acceptance>
