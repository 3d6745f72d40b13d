import { by } from '#catalogue/festivals'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { importUpload, previewUpload } from './importing/service.ts'
import { LineupImport, LineupPreview, LineupResult, LineupUpload } from './schemas.ts'

/** Line-ups in files, imported into a festival (docs/contract, section 4.18). */
export const lineups: Module = async (app) => {
  app.route({
    method: 'POST',
    url: '/festivals/:id/lineup/preview',
    config: { access: 'user', slow: true, audit: false, refuses: [403] },
    schema: {
      operationId: 'previewLineup',
      summary: 'Read a line-up from a file, and see what importing it would change',
      description:
        'CSV, TSV, a workbook (.xlsx), XML of frab, JSON of pretalx, EMF or Clashfinder. What each column was taken for is in the answer, and may be sent back corrected. Nothing is written.',
      params: Id,
      body: LineupUpload,
      response: { 200: LineupPreview },
    },
    handler: async (request) =>
      previewUpload(by(app, signedIn(request)), request.params.id, request.body),
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/lineup',
    config: {
      access: 'user',
      slow: true,
      audit: 'festival.import_lineup',
      refuses: [403, 'lineup_changed'],
    },
    schema: {
      operationId: 'importLineup',
      summary: 'Import the line-up of a festival from a file',
      description:
        'Gigs become those of the file, as with `PUT /festivals/:id`: moved gigs keep their ids. Rows that break a rule are left out.',
      params: Id,
      body: LineupImport,
      response: { 200: LineupResult },
    },
    handler: async (request) =>
      importUpload(by(app, signedIn(request)), request.params.id, request.body),
  })
}
