import { Type } from 'typebox'
import { atGate } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { NewPrint, Print, Printed, Printers } from './print-schemas.ts'
import { printAtTill, printDataOf } from './prints.ts'
import { ownShift } from './rights.ts'

type App = Parameters<Module>[0]

/** The routes for printers of tickets at a till. */
export function prints(app: App) {
  listing(app)
  printing(app)
  const bytes = 'application/octet-stream'
  const schema = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })
  app.route({
    method: 'GET',
    url: '/shifts/:id/print-data',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'getPrintData',
      summary: 'The tickets of a sale in the commands of a receipt printer, or a test page',
      description:
        'Send the bytes to the printer as they are, over USB, a serial port or TCP. Each ticket is an image of one bit a dot at 203 dpi, like the PDF of the same roll, and is cut off. Names are right in every script, and the code has whole dots for each module.',
      params: Id,
      querystring: Print,
      response: { 200: { content: { [bytes]: { schema } } } },
    },
    handler: async (request, reply) => {
      const shiftId = ownShift(atGate(request), request.params.id)
      reply.header('content-type', bytes).header('cache-control', 'private, no-store')
      return reply.send(await printDataOf(app.db, shiftId, request.query))
    },
  })
}

function listing(app: App) {
  app.route({
    method: 'GET',
    url: '/shifts/:id/printers',
    config: { access: 'till', refuses: [403] },
    schema: {
      operationId: 'listTillPrinters',
      summary: 'The printers that a till prints on through the service',
      description: 'Those that the operator has named (RECEIPT_PRINTERS).',
      params: Id,
      response: { 200: Printers },
    },
    handler: (request) => {
      ownShift(atGate(request), request.params.id)
      return [...(app.config.RECEIPT_PRINTERS?.keys() ?? [])].map((name) => ({ name }))
    },
  })
}

function printing(app: App) {
  app.route({
    method: 'POST',
    url: '/shifts/:id/prints',
    config: { access: 'till', audit: false, refuses: [403, 'printer_unavailable'] },
    schema: {
      operationId: 'printAtTill',
      summary: 'Print the tickets of a sale, or a test page, through the service',
      description:
        'Answered when the printer has taken all data, within 20 seconds. After a refusal some tickets may have been printed. Sent again, it prints again.',
      params: Id,
      body: NewPrint,
      response: { 200: Printed },
    },
    handler: (request) => {
      const shiftId = ownShift(atGate(request), request.params.id)
      return printAtTill(app, shiftId, request.body)
    },
  })
}
