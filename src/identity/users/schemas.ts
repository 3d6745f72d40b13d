import { type Static, Type } from 'typebox'
import type { Permission } from '#core/access'
import { PageAnswer, PageQuery } from '#platform/http/cursors'
import { Limit, Offset } from '#platform/http/paging'
import { aliased } from '#platform/values/aliases'
import { Email } from '#platform/values/email'
import { Known, KnownList } from '#platform/values/known'
import { languageCodes, type ReaderLanguage } from '#platform/values/reader-languages'
import {
  Name,
  Nullable,
  OneOf,
  OptionalText,
  Photo,
  PhotoInput,
  Uuid,
} from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const roleIds = ['attender', 'organizer', 'gate', 'admin']

export const FirstName = Name('Ada', 100)
/** May be empty: some people have one name. */
export const LastName = Type.String({ maxLength: 100, examples: ['Marsh'] })

/** A new password. At sign-in the length is not checked: any other password is wrong. */
export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 200,
  examples: ['correct horse battery staple'],
})

const identity = {
  id: Uuid,
  firstName: FirstName,
  lastName: LastName,
  email: Nullable(Type.String({ examples: ['ada@harbour.example'] })),
  photo: Photo,
}
const email_proven_at = Type.Unsafe<Date | null>({
  ...NullableTimestamp,
  description: 'When the e-mail was first confirmed; null: it has not been',
})
const Role = Type.Object({ id: Type.String({ examples: ['attender'] }) }, { title: 'Role' })
const roles = Type.Array(Role)

const englishNames = new Intl.DisplayNames(['en'], { type: 'language' })
const spoken = OneOf(
  'SpokenLanguage',
  Object.fromEntries(languageCodes.map((code) => [code, englishNames.of(code) ?? code])),
)
/** A language that the service speaks. */
export const SpokenLanguage = Type.Unsafe<ReaderLanguage>({
  type: 'string',
  ...spoken,
  description: 'In which pages, mails, tickets and notifications are read',
})
const language = Type.Unsafe<ReaderLanguage | null>({
  ...SpokenLanguage,
  type: ['string', 'null'],
  enum: [...spoken.enum, null],
})

/** A user in a list: `email` is null for a client without the scope `read_emails`. */
export const ListedUser = Type.Object({ ...identity, roles }, { title: 'ListedUser' })

/** A user, as returned to the user. */
export const User = Type.Object(
  {
    ...identity,
    phone: Nullable(Type.String({ examples: ['+45 33 12 34 56'] })),
    address: Nullable(Type.String({ examples: ['Quay 7'] })),
    city: Nullable(Type.String({ examples: ['Copenhagen'] })),
    country: Nullable(Type.String({ examples: ['Denmark'] })),
    language,
    roles,
    email_proven_at,
  },
  { title: 'User', 'x-extends': ListedUser },
)

/** A user, as returned to account managers. */
export const ManagedUser = Type.Object(
  {
    ...identity,
    roles,
    permissions: Type.Array(Type.String({ examples: ['manage_catalog'] })),
    email_proven_at,
    suspended: Type.Boolean({ examples: [false] }),
  },
  { title: 'UserRights', 'x-extends': ListedUser },
)

/** A user in the list of account managers, with the times of registration and last sign-in. */
export const Account = aliased(
  Type.Interface(
    [ManagedUser],
    { created_at: Timestamp, last_sign_in_at: NullableTimestamp },
    { title: 'Account', 'x-extends': ManagedUser },
  ),
  { created_at: 'createdAt', last_sign_in_at: 'last_sign_in' },
)
export const Accounts = PageAnswer({ users: Type.Array(Account) })

export const mostAccounts = 100
export const AccountsQuery = Type.Interface([PageQuery(20, mostAccounts)], {
  q: Type.Optional(
    Type.String({
      maxLength: 254,
      description: 'A part of a name, the beginning of an e-mail, or an id',
      examples: ['marsh'],
    }),
  ),
  role: Type.Optional(Known(roleIds, { examples: ['admin'] })),
})

export const UsersQuery = Type.Object({
  limit: Limit(100, 1000),
  offset: Offset,
  role: Type.Optional(KnownList(roleIds, { examples: ['organizer,admin'] })),
})

export const NewUser = Type.Object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: NewPassword,
})
export type NewUser = Static<typeof NewUser>

export const UserChange = Type.Object({
  firstName: Type.Optional(FirstName),
  lastName: Type.Optional(LastName),
  email: Type.Optional(Email),
  phone: OptionalText('+45 33 12 34 56', 50),
  address: OptionalText('Quay 7', 500),
  city: OptionalText('Copenhagen'),
  country: OptionalText('Denmark'),
  language: Type.Optional(language),
})
export type UserChange = Static<typeof UserChange>

export const NewPhoto = Type.Required(Type.Object({ photo: PhotoInput }))

const permissionMeanings = {
  create_subscriptions: 'Create and change membership plans',
  manage_clients: 'Manage clients and webhooks',
  manage_users: 'List and suspend accounts',
  manage_rewards: 'Administer rewards',
  manage_catalog: 'Change all records of the catalogue',
  manage_money: 'See and decide about the bank account, payouts and settlements',
}
const PermissionName = OneOf('Permission', permissionMeanings satisfies Record<Permission, string>)

/** The only role that can be given; all others are derived. */
export const RolesChange = Type.Object({
  roles: Type.Array(Type.Enum(['admin'], { examples: ['admin'] }), { maxItems: 100 }),
})

export const PermissionsChange = Type.Object({
  permissions: Type.Array(PermissionName, {
    maxItems: 100,
  }),
})

/** The rights that can be given: the role `admin`, and permissions. */
export const Right = OneOf('Right', {
  admin: 'The role admin, which has every permission',
  ...permissionMeanings,
} satisfies Record<'admin' | Permission, string>)

export const SuspendedChange = Type.Object({ suspended: Type.Boolean({ examples: [true] }) })
