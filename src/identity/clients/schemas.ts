import { type Static, Type } from 'typebox'
import type { Scope } from '#core/access'
import { PartQuery } from '#platform/http/cursors'
import { aliased } from '#platform/values/aliases'
import { Name, Nullable, OneOf } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

const ClientName = Name('Ticket shop', 200)

const Kind = Type.Enum(['confidential', 'publishable'], {
  description:
    'confidential: a server, with a secret. publishable: pages and apps, which keep no secret; it reads the catalogue and lets users act on their own things',
  examples: ['confidential'],
})

/** The form of an origin is checked by `normalizedOrigins`. */
const Origins = Type.Array(Type.String({ maxLength: 300, examples: ['https://shop.example'] }), {
  maxItems: 50,
  description:
    'Of a publishable client: from where pages may call, with https, or http on localhost',
})

const WithoutOrigin = Type.Boolean({
  description:
    'Of a publishable client: requests without an Origin header are taken, such as those of apps',
  examples: [false],
})

const SecretFacts = aliased(
  Type.Object(
    {
      last_four: Type.String({ examples: ['q7Rk'] }),
      created_at: Timestamp,
      ends_at: NullableTimestamp,
      last_used_at: NullableTimestamp,
    },
    { title: 'ClientSecret' },
  ),
  { created_at: 'createdAt' },
)

const fields = {
  id: Type.String({ examples: ['client_5f0c9d2b7a1e4c3f8b6d0a92'] }),
  name: ClientName,
  kind: Kind,
  scopes: Type.Array(Type.String({ examples: ['read_emails'] })),
  origins: Origins,
  allow_without_origin: WithoutOrigin,
  suspended: Type.Boolean({ examples: [false] }),
  created_at: Timestamp,
  secrets: Type.Array(SecretFacts, {
    description: 'Those that work, oldest first; one with ends_at is being replaced',
  }),
}

/** A client in an answer. Its secrets are identified by their last four characters. */
export const Client = aliased(Type.Object(fields, { title: 'Client' }), { created_at: 'createdAt' })

const Secret = Type.String({
  description: 'Shown once and kept nowhere: store it now',
  examples: ['fst_secret_0000000000000000000000000000000000000000000000000'],
})

/** A client with its secret, which is shown only in this answer. */
export const ClientWithSecret = Type.Interface(
  [Client],
  { client_secret: Secret },
  { title: 'ClientWithSecret', 'x-extends': Client },
)

/** A client as it was created; a publishable one has no secret. */
export const CreatedClient = Type.Interface(
  [Client],
  { client_secret: Nullable(Secret) },
  { title: 'CreatedClient', 'x-extends': Client },
)

/** A scope in an input. */
export const ScopeName = OneOf('Scope', {
  manage_subscriptions: 'Create and change membership plans',
  read_emails: 'Read the e-mails of users',
  manage_rewards: 'Administer rewards',
  sell_to_guests: 'Sell to people without an account',
} satisfies Record<Scope, string>)
const Scopes = Type.Array(ScopeName, { maxItems: 100 })

export const NewClient = Type.Object({
  name: ClientName,
  kind: Type.Optional(Kind),
  scopes: Type.Optional(Scopes),
  origins: Type.Optional(Origins),
  allow_without_origin: Type.Optional(WithoutOrigin),
})
export type NewClient = Static<typeof NewClient>

export const ClientChange = Type.Object({
  name: Type.Optional(ClientName),
  scopes: Type.Optional(Scopes),
  origins: Type.Optional(Origins),
  allow_without_origin: Type.Optional(WithoutOrigin),
  suspended: Type.Optional(Type.Boolean({ examples: [true] })),
})
export type ClientChange = Static<typeof ClientChange>

export const Rotation = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 0,
      description: 'How long the secrets so far keep working',
      examples: [3600],
    }),
  ),
})

export const ClientsQuery = PartQuery(100, 1000)
