import { type Static, Type } from 'typebox'
import { Email } from '#platform/values/email'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import type { OrganizerRight, MemberRole as Role } from '../rights.ts'

const meanings: Record<Role, string> = {
  accountant: 'Reads money, documents and reports; refunds if they may',
  sales: 'Reads sales and attendees',
  editor: 'Changes texts and the line-up of festivals',
}
export const MemberRole = OneOf('MemberRole', meanings)
export type MemberRole = Role

export const MayRefund = Type.Boolean({
  description: 'Whether an accountant may refund; false for the others',
  examples: [true],
})

export const Member = Type.Object(
  {
    id: Uuid,
    firstName: Type.String({ examples: ['Bo'] }),
    lastName: Type.String({ examples: ['Marsh'] }),
    email: Nullable(Type.String({ ...Email, examples: ['bo@harbour.example'] })),
    role: MemberRole,
    may_refund: MayRefund,
    created_at: Timestamp,
  },
  { title: 'OrganizerMember' },
)
export type Member = Static<typeof Member>

export const MemberChange = Type.Object({
  role: Type.Optional(MemberRole),
  may_refund: Type.Optional(MayRefund),
})
export type MemberChange = Static<typeof MemberChange>

const rights: Record<OrganizerRight, string> = {
  manage: 'All that no other right names: of managers alone',
  edit_lineup: 'Change texts and line-ups of festivals',
  read_sales: 'See sales and payments',
  read_attendees: 'See who has a ticket',
  read_money: 'See reports, documents and settlements',
  refund: 'Refund payments',
}

/** A role of the signed-in user, with the rights that it brings. */
export const OwnRole = Type.Object(
  {
    organizer_id: Type.String({ examples: ['harbour-nights'] }),
    role: MemberRole,
    may_refund: MayRefund,
    rights: Type.Array(OneOf('OrganizerRight', rights)),
  },
  { title: 'OrganizerRole' },
)
