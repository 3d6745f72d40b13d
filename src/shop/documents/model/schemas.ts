import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Price } from '#platform/values/money'
import { Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

export const mostListed = 200

const Day = Type.String({ format: 'date', examples: ['2027-03-01'] })
export const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2027-03'] })

const Kind = OneOf('DocumentKind', {
  invoice: 'Its amount is owed, or was paid',
  credit_note: 'Its amount is given back',
})

const Reason = OneOf('DocumentReason', {
  sale: 'An order was paid',
  refund: 'Refunds are done',
  failed_refund: 'A refund has failed after it was done: its credit note is taken back',
  changed: 'The buyer has changed the details of the invoice',
})
export type DocumentReason = Static<typeof Reason>

const Digest = Type.String({
  description: 'SHA-256 in hexadecimal, of the file as it was issued',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

export const documentFields = {
  id: Uuid,
  number: Type.String({
    description: 'Without gaps in its series: prefix, year and place',
    examples: ['HN-2027-000001'],
  }),
  kind: Kind,
  reason: Reason,
  issued_on: { ...Day, description: 'In the time zone of the seller' },
  amount: { ...Price, description: 'EUR, VAT included; never negative' },
  vat_amount: Type.Number({ description: 'EUR of VAT in `amount`', examples: [15.81] }),
  currency: Type.String({ examples: ['EUR'] }),
  order_id: Uuid,
}

const XmlProfile = OneOf('XmlProfile', {
  en16931: 'EN 16931, as it was issued',
  xrechnung: 'XRechnung 3.0, for German authorities: made from the same data',
})

export const XmlQuery = Type.Object({
  profile: Type.Optional({ ...XmlProfile, default: 'en16931', description: 'Profile of the XML' }),
})

/** An invoice or a credit note, in a list. */
export const Document = Type.Object(
  {
    ...documentFields,
    order_number: Nullable(
      Type.String({ description: 'Of the order, for people', examples: ['7K3M9QXT2A'] }),
    ),
    corrects: Nullable(
      Type.String({
        description: 'Number of the document that it names: of the invoice, by a credit note',
        examples: [null],
      }),
    ),
    seller: Type.Object(
      {
        id: Nullable(
          Type.String({
            description: 'Of the organizer; null: the operator',
            examples: ['harbour-nights'],
          }),
        ),
        name: Type.String({ examples: ['Harbour Nights ApS'] }),
      },
      { title: 'DocumentSeller' },
    ),
    buyer: Type.String({
      description: 'Its company or its name, as the document says',
      examples: ['Ada Marsh'],
    }),
    issued_at: Timestamp,
    pdf_sha256: Digest,
    xml_sha256: Digest,
  },
  { title: 'Document' },
)
export type Document = Static<typeof Document>

export const OrderDocuments = Type.Object(
  { documents: Type.Array(Document, { description: 'In the order in which they were issued' }) },
  { title: 'OrderDocuments' },
)

export const DocumentSearch = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The beginning of a number, the number of an order, or a part of the name, the company or the e-mail of a buyer',
      examples: ['HN-2027-000001'],
    }),
  ),
  month: Type.Optional({ ...Month, description: 'Of the day of issue' }),
})
export type DocumentSearch = Static<typeof DocumentSearch>

export const DocumentQuery = Type.Interface([CursorQuery(50, mostListed), DocumentSearch], {})
export const Documents = CursorAnswer({ documents: Type.Array(Document) })

export const ClosedMonth = Type.Object(
  { month: Month, closed_at: Timestamp },
  { title: 'ClosedMonth' },
)
export const ClosedMonths = Type.Object(
  { months: Type.Array(ClosedMonth, { description: 'The newest first' }) },
  { title: 'ClosedMonths' },
)
export const NewClosedMonth = Type.Object(
  { month: { ...Month, description: 'One that is over' } },
  { title: 'NewClosedMonth' },
)
