import { requireGiver } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import {
  SpreadsheetQuery,
  sendSpreadsheet,
  spreadsheetFile,
} from '#platform/http/answers/spreadsheet'
import { cut } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Message } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { found } from '#platform/values/errors'
import { createVoucher, endVoucher, updateVoucher } from './changes.ts'
import { findVoucher, listVouchers, readCodes } from './queries.ts'
import {
  mostVouchers,
  NewVoucher,
  Voucher,
  VoucherChange,
  VoucherPath,
  VoucherQuery,
  Vouchers,
} from './schemas.ts'

type App = Parameters<Module>[0]

/** Benefits that managers give to holders of a code (docs/contract, section 7.14). Payments redeem it. */
export const vouchers: Module = async (app) => {
  read(app)
  change(app)
}

function read(app: App) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/vouchers',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listVouchers',
      summary: 'The vouchers of a festival with their uses, newest first, for its managers',
      description: 'With code the one that has this code, ended ones too.',
      params: Id,
      querystring: VoucherQuery,
      response: { 200: Vouchers },
    },
    handler: async (request) => {
      const { limit, after, code } = capped(request.query, mostVouchers)
      const { id: festivalId } = await requireGiver(app.db, signedIn(request), request.params.id)
      const rows = await listVouchers(app.db, { festivalId, code, after, limit: limit + 1 })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      return { vouchers: items, next_after }
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/vouchers/:voucherId',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getVoucher',
      summary: 'A voucher with its uses, for managers',
      params: VoucherPath,
      response: { 200: Voucher },
    },
    handler: async (request) => {
      await requireGiver(app.db, signedIn(request), request.params.id)
      return found(await findVoucher(app.db, request.params), 'Voucher')
    },
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/vouchers/:voucherId/codes.csv',
    config: { access: 'user', confirms: true, refuses: [403] },
    schema: {
      operationId: 'getVoucherCodesCsv',
      summary: 'The codes of a voucher with the uses of each, for a spreadsheet, for managers',
      params: VoucherPath,
      querystring: SpreadsheetQuery,
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const { name } = await requireGiver(app.db, signedIn(request), request.params.id)
      const voucher = found(await findVoucher(app.db, request.params), 'Voucher')
      const file = await readCodes(app.work, voucher.id, request.query)
      const { format } = request.query
      return sendSpreadsheet(reply, `vouchers ${name} ${voucher.name ?? ''}`, { file, format })
    },
  })
}

function change(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/vouchers',
    config: { access: 'user', audit: 'voucher.create', idempotent: true, refuses: [403, 'exists'] },
    schema: {
      operationId: 'createVoucher',
      summary: 'Create a voucher with a code of one’s own, or with up to 10,000 random ones',
      description:
        'It has exactly one of percent, amount and price, or none of them and opens. Each code may be used for max_uses units, once if that is left out.',
      params: Id,
      body: NewVoucher,
      response: { 201: Voucher },
    },
    handler: async (request, reply) => {
      const { id } = await requireGiver(app.db, signedIn(request), request.params.id)
      return created(request, reply, (db) =>
        createVoucher({ db, now: app.now() }, id, request.body),
      )
    },
  })

  app.route({
    method: 'PUT',
    url: '/festivals/:id/vouchers/:voucherId',
    config: {
      access: 'user',
      audit: 'voucher.update',
      refuses: [403, 'below_used', 'voucher_ended'],
    },
    schema: {
      operationId: 'updateVoucher',
      summary: 'Change a voucher; what was bought with it stays as it is',
      description:
        'Fields left out keep their value; of percent, amount and price the one that is given replaces the others.',
      params: VoucherPath,
      body: VoucherChange,
      response: { 200: Voucher },
    },
    handler: async (request) => {
      await requireGiver(app.db, signedIn(request), request.params.id)
      return updateVoucher({ db: app.db, now: app.now() }, request.params, request.body)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/festivals/:id/vouchers/:voucherId',
    config: { access: 'user', audit: 'voucher.end', refuses: [403] },
    schema: {
      operationId: 'endVoucher',
      summary: 'End a voucher: none of its codes can be used any more',
      description: 'It stays readable, and what was bought with it stays as it is.',
      params: VoucherPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      await requireGiver(app.db, signedIn(request), request.params.id)
      await endVoucher({ db: app.db, now: app.now() }, request.params)
      return { message: 'Voucher ended' }
    },
  })
}
