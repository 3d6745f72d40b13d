/** Makes the XML and the PDF of issued documents, and publishes that they are there. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { publish } from '#core/domain-events'
import { list, rowsOf } from '#platform/database/sql'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { DocumentData } from '../model/document.ts'
import { type EventRow, toEvent } from '../model/domain-events.ts'
import type { Files } from '../rendering/render.ts'

export type Render = (data: DocumentData) => Promise<Files>

export type RenderingContext = Pick<Infrastructure, 'work' | 'now' | 'failpoint'> & {
  render: Render
  /** reports a document that cannot be made; it is tried again when the process starts anew */
  failed: (error: unknown, number: string) => void
}

/** The most documents that a process makes at once. */
const most = 20

type Row = EventRow & { data: DocumentData }

/** Returns the work of a process: makes the next documents, and returns how many. */
export function renderer({ work, now, failpoint, render, failed }: RenderingContext) {
  const broken = new Set<string>()
  return () =>
    transact(work, async (trx) => {
      const { rows } = await sql<Row>`
        select id, kind, reason, seller, number, order_id, issued_on, gross_cents, vat_cents, data
        from documents where rendered_at is null and id <> all (${list([...broken], 'uuid')})
        order by id limit ${most} for update skip locked`.execute(trx)
      const files: (Row & Files)[] = []
      for (const row of rows) {
        try {
          files.push({ ...row, ...(await render(row.data)) })
        } catch (error) {
          broken.add(row.id)
          failed(error, row.number)
        }
      }
      if (files.length === 0) return 0
      await writeFiles(files, now()).execute(trx)
      await publish({ db: trx, now: now() }, files.map(toEvent))
      await failpoint('D3 before rendered documents commit')
      return files.length
    })
}

function writeFiles(files: (Files & { id: string })[], at: Date): RawBuilder<unknown> {
  const rows = files.map(({ id, xml, pdf }) => ({
    id,
    xml: Buffer.from(xml),
    pdf: Buffer.from(pdf),
    xml_sha256: sha256(xml),
    pdf_sha256: sha256(pdf),
  }))
  const columns = {
    id: 'uuid',
    xml: 'bytea',
    pdf: 'bytea',
    xml_sha256: 'bytea',
    pdf_sha256: 'bytea',
  } as const
  return sql`
    update documents d
    set xml = r.xml, pdf = r.pdf, xml_sha256 = r.xml_sha256, pdf_sha256 = r.pdf_sha256, rendered_at = ${at}
    from ${rowsOf('r', rows, columns)} where d.id = r.id`
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
