import { Type } from 'typebox'
import type { DomainEvent, EventKind } from '#core/domain-events'
import { toEuros } from '#platform/values/money'
import { Nullable } from '#platform/values/shapes'
import type { DocumentKind } from './document.ts'
import { type DocumentReason, documentFields } from './schemas.ts'

const { id, number, kind, reason, issued_on, amount, vat_amount, currency, order_id } =
  documentFields

/** The published events of documents. */
export const documentEvents: Record<string, EventKind> = {
  'document.issued': {
    summary: 'An invoice or a credit note is issued, and its PDF and XML can be read',
    data: Type.Object(
      {
        document: Type.Object(
          {
            id,
            number,
            kind,
            reason,
            issued_on,
            amount,
            vat_amount,
            currency,
            order_id,
            organizer_id: Nullable(Type.String({ examples: ['harbour-nights'] })),
          },
          { title: 'EventDocument' },
        ),
      },
      { title: 'DocumentEventData' },
    ),
  },
}

export type EventRow = {
  id: string
  kind: DocumentKind
  reason: DocumentReason
  seller: string
  number: string
  order_id: string
  issued_on: string
  gross_cents: number
  vat_cents: number
}

export function toEvent({ seller, gross_cents, vat_cents, ...row }: EventRow): DomainEvent {
  const organizer_id = seller === '' ? null : seller
  const document = {
    id: row.id,
    number: row.number,
    kind: row.kind,
    reason: row.reason,
    issued_on: row.issued_on,
    amount: toEuros(gross_cents),
    vat_amount: toEuros(vat_cents),
    currency: 'EUR',
    order_id: row.order_id,
    organizer_id,
  }
  return { type: 'document.issued', organizer_id, data: { document } }
}
