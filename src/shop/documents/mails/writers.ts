/** Attaches documents to the mails about purchases and refunds, and writes the mails that bring a document alone. */
import { sql } from 'kysely'
import { letter, money, type Recipient, ticketLinks, type Writer } from '#messaging/mail'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Attachment } from '#platform/outgoing/mail'
import type { DocumentData } from '../model/document.ts'
import { type Carrier, documentsFor, hasDocuments, isAwaited, markMailed } from './due.ts'

type Context = Pick<Infrastructure, 'work' | 'now' | 'config'>

/** Time after which a mail that waits for its documents is looked at again, ms. */
const pauseMs = 1_000

const fileOf = ({ number, pdf }: { number: string; pdf: Buffer }): Attachment => ({
  filename: `${number}.pdf`,
  contentType: 'application/pdf',
  content: pdf,
})

/**
 * Returns the writer of a mail with its documents attached. The mail waits a minute for them. An unconfirmed e-mail may be
 * another person's: it gets none, since documents have free text, and says that they are with the order.
 */
export function withDocuments({ work, now }: Context, carrier: Carrier, write: Writer): Writer {
  const attached = new Map<string, string[]>()
  const writer: Writer = async (to) => {
    const { about, is_proven } = to
    const documents = is_proven ? await documentsFor(work, { carrier, about }) : []
    const hasSome = documents.length > 0 || (await hasDocuments(work, { carrier, about }))
    const mail = await write({ ...to, documents: hasSome ? placeOf(to, documents) : undefined })
    if (!mail || documents.length === 0) return mail
    attached.set(
      to.about,
      documents.map(({ id }) => id),
    )
    return { ...mail, attachments: [...(mail.attachments ?? []), ...documents.map(fileOf)] }
  }
  return Object.assign(writer, {
    waitsUntil: async ({ about }: { about: string }) => {
      const at = now()
      const isWaiting = await isAwaited(work, { carrier, about }, at)
      return isWaiting ? new Date(at.getTime() + pauseMs) : undefined
    },
    settle: (async (db, mail, outcome) => {
      await write.settle?.(db, mail, outcome)
      const ids = attached.get(mail.about) ?? []
      attached.delete(mail.about)
      if (outcome === 'sent') await markMailed(db, ids, now())
    }) satisfies Writer['settle'],
  })
}

/** Returns where the reader of a mail finds the documents. */
function placeOf({ is_proven }: Recipient, documents: unknown[]): Recipient['documents'] {
  if (!is_proven) return 'listed'
  return documents.length > 0 ? 'attached' : 'follows'
}

type Row = { number: string; pdf: Buffer; data: DocumentData; gross_cents: number }

/** Writes the mail that brings a document to the buyer of its order. */
export function documentMail({ work, config }: Context): Writer {
  return async (to: Recipient) => {
    const { rows } = await sql<Row>`
      select d.number, d.pdf, d.data, d.gross_cents from documents d join orders o on o.id = d.order_id
      where d.id = ${to.about} and o.user_id = ${to.user_id} and d.rendered_at is not null`.execute(
      work,
    )
    const [document] = rows
    if (!document || !to.is_proven) return undefined
    const { number, data } = document
    const sum = money(document.gross_cents)
    const params = {
      ...ticketLinks(to),
      invoice: data.kind === 'invoice' ? number : undefined,
      creditNote: data.kind === 'credit_note' ? number : undefined,
      seller: data.seller.name,
      paid: data.kind === 'invoice' ? sum : undefined,
      given: data.kind === 'credit_note' ? sum : undefined,
      id: data.order ?? undefined,
    }
    const replyTo = data.seller.email ?? undefined
    const { email, language } = to
    const mail = { to: email, language, replyTo, attachments: [fileOf(document)], params }
    return letter(config, 'document', mail)
  }
}
