import type { Static } from 'typebox'
import { Columns, type Fields, searched, text } from '#platform/database/columns'
import type { NewOrganizer, Organizer } from './schemas.ts'

/** The columns of an organizer. Its managers, and their choice to show their e-mails, are rows of their own. */
export const organizerColumns = new Columns('organizers', {
  name: searched('Its name'),
  description: text('What it says of itself'),
  photo: text('Its picture: a link, or a file in photos/'),
  legal_name: text('The seller, as the law names it'),
  legal_address: text('Where the seller is reached by post'),
  contact_email: text('Where replies of buyers go'),
  terms_url: text('Link to the terms of sale'),
  privacy_url: text('Link to what it does with personal data'),
} satisfies Fields<
  'organizers',
  NewOrganizer & Static<typeof Organizer>,
  'id' | 'approved' | 'managers' | 'show_email'
>)
