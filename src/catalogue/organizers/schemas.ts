import { type Static, Type } from 'typebox'
import { Ids, Part, withLists } from '#platform/http/paging'
import { Email } from '#platform/values/email'
import { Name, Nullable, OptionalText, Photo, PhotoInput, Uuid } from '#platform/values/shapes'

/** An organizer by its id, which is a slug, and its name. */
export const NamedOrganizer = Type.Object(
  { id: Type.String({ examples: ['harbour-nights'] }), name: Name('Harbour Nights') },
  { title: 'NamedOrganizer' },
)

const Slug = Type.String({ pattern: '^[a-z0-9-]{1,128}$', examples: ['harbour-nights'] })

const Manager = Type.Object(
  {
    id: Uuid,
    firstName: Type.String({ examples: ['Ada'] }),
    lastName: Type.String({ examples: ['Marsh'] }),
    email: Nullable(Type.String({ examples: ['ada@harbour.example'] })),
  },
  { title: 'Manager' },
)

const [terms, privacy] = ['https://harbour.example/terms', 'https://harbour.example/privacy']
const legalName = 'Harbour Nights ApS'
const contact = 'tickets@harbour.example'
const legalAddress = 'Kalvø Havnevej 4, 4793 Kalvø, Denmark'
const Link = (description: string, example: string) =>
  Nullable(Type.String({ description, examples: [example] }))
const LinkInput = (example: string) =>
  Type.Optional(
    Nullable(Type.String({ format: 'http-url', maxLength: 2_000, examples: [example] })),
  )

/** The details of the seller that buyers must be shown. */
const seller = {
  legal_name: Nullable(
    Type.String({ description: 'The seller, as the law names it', examples: [legalName] }),
  ),
  legal_address: Nullable(
    Type.String({ description: 'Where the seller is reached by post', examples: [legalAddress] }),
  ),
  contact_email: Nullable(
    Type.String({
      description: 'Where replies of buyers go: the Reply-To of mails about its festivals',
      examples: [contact],
    }),
  ),
  terms_url: Link('The terms of sale', terms),
  privacy_url: Link('What it does with personal data', privacy),
}

const sellerInput = {
  legal_name: OptionalText(legalName),
  legal_address: OptionalText(legalAddress, 1_000),
  contact_email: Type.Optional(Nullable(Type.String({ ...Email, examples: [contact] }))),
  terms_url: LinkInput(terms),
  privacy_url: LinkInput(privacy),
}

/** An organizer in an answer. */
export const Organizer = Type.Object(
  {
    id: Slug,
    name: Name('Harbour Nights'),
    description: Nullable(Type.String({ examples: ['Concerts by the water'] })),
    photo: Photo,
    ...seller,
    approved: Type.Boolean({
      description:
        'Whether staff have approved it: until then it may not sell, nor announce for artists of others',
      examples: [true],
    }),
    managers: Type.Array(Manager),
  },
  { title: 'Organizer' },
)

export const OrganizerQuery = Type.Interface(
  [Part],
  {
    approved: Type.Optional(
      // No example: the API reference would send it.
      Type.Boolean({ description: 'false: only those that wait for approval' }),
    ),
    ids: Ids('organizers', Type.String()),
  },
  withLists,
)

const ShowEmail = Type.Boolean({
  description: 'Whether everyone may read the e-mail of this manager',
  examples: [true],
})

const description = OptionalText('Concerts by the water', 10_000)

export const NewOrganizer = Type.Object({
  id: Slug,
  name: Name('Harbour Nights'),
  description,
  photo: PhotoInput,
  ...sellerInput,
  show_email: Type.Optional(ShowEmail),
})
export type NewOrganizer = Static<typeof NewOrganizer>

export const OrganizerChange = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Name('Harbour Nights')),
  description,
  photo: PhotoInput,
  ...sellerInput,
})
export type OrganizerChange = Static<typeof OrganizerChange>

export const ManagerChange = Type.Object({ show_email: ShowEmail })

export const ManagerPath = Type.Object({
  id: Type.String(),
  userId: Type.String({ format: 'uuid' }),
})
