import type { Static } from 'typebox'
import { Columns, type Fields, text } from '#platform/database/columns'
import { emailKey } from '#platform/values/email'
import type { NewUser, User, UserChange } from './schemas.ts'

/** The personal data of a user: all of it is included in the user's export, and removed when the account is erased. */
export const userColumns = new Columns('users', {
  firstName: { ...text('First name'), column: 'first_name' },
  lastName: {
    ...text('Last name'),
    column: 'last_name',
    write: (name: string) => (name.trim() === '' ? '' : name),
  },
  email: { ...text('E-mail'), keys: { email_key: emailKey } },
  phone: text('Telephone'),
  address: text('Street and number'),
  city: text('Town'),
  country: text('Country'),
  language: text('Language of pages, mails and tickets'),
  photo: text('Picture: a link, or a file in photos/'),
} satisfies Fields<
  'users',
  NewUser & UserChange & Static<typeof User>,
  'id' | 'password' | 'roles' | 'email_proven_at'
>)
