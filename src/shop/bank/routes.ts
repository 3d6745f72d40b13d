import { cut } from '#platform/http/cursors'
import type { Module } from '#platform/http/infrastructure'
import { capped, Id } from '#platform/http/paging'
import { found } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import {
  openCheckout,
  paymentContextOf,
  settleTransferRefunds,
  settleTransfers,
} from '#shop/payments'
import { decide } from './decide.ts'
import { handIn, listFiles, makeFile, readFile } from './files.ts'
import { importStatement } from './import.ts'
import { findEntry, listEntries } from './list.ts'
import { openReader } from './reading/reader.ts'
import {
  BankEntry,
  BankFile,
  BankFileContent,
  BankFiles,
  Entries,
  EntryQuery,
  mostEntries,
  NewDecision,
  StatementResult,
  StatementUpload,
} from './schemas.ts'

type App = Parameters<Module>[0]

/** Statements of the bank account, and files of transfers; for admins and the permission `manage_money`. */
export const bank: Module = async (app) => {
  const checkout = openCheckout(paymentContextOf(app))
  const worker = { ...paymentContextOf(app), db: app.work }
  app.jobs.everySeconds(10, () => settleTransferRefunds(worker))
  statements(app, checkout)
  entries(app, checkout)
  files(app)
}

type Checkout = ReturnType<typeof openCheckout>

function statements(app: App, checkout: Checkout) {
  const reader = openReader(app)
  app.addHook('onClose', () => reader.close())
  app.route({
    method: 'POST',
    url: '/bank/statements',
    config: {
      access: 'user',
      permission: 'manage_money',
      slow: true,
      audit: 'bank_statement.import',
      refuses: ['no_bank_account'],
    },
    schema: {
      operationId: 'importBankStatement',
      summary: 'Import a statement of the bank account',
      description:
        'Each entry is taken once, whatever file it comes with. One that pays an order exactly is booked, and its tickets are issued; all others are listed to be decided.',
      body: StatementUpload,
      response: { 200: StatementResult },
    },
    handler: async (request) => {
      const { file, name = 'statement.xml' } = request.body
      const { paid, ...result } = await importStatement(checkout, {
        name,
        read: () => reader.read({ file, name }),
      })
      await checkout.failpoint('C11 statement booked')
      await settleTransfers(checkout, paid)
      await settleTransferRefunds(checkout)
      return result
    },
  })
}

function entries(app: App, checkout: Checkout) {
  app.route({
    method: 'GET',
    url: '/bank/entries',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'listBankEntries',
      summary: 'Entries of imported statements, the newest first',
      querystring: EntryQuery,
      response: { 200: Entries },
    },
    handler: async (request) => {
      const { limit, after, state, order_number: orderNumber } = capped(request.query, mostEntries)
      const rows = await listEntries(app.db, { limit: limit + 1, after, state, orderNumber })
      const { items, next_after } = cut(rows, limit, ({ id }) => id)
      return { entries: items, next_after }
    },
  })

  app.route({
    method: 'POST',
    url: '/bank/entries/:id/decision',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'bank_entry.decide',
      refuses: ['not_open', 'no_order', 'already_paid', 'no_account', 'not_incoming'],
    },
    schema: {
      operationId: 'decideBankEntry',
      summary: 'Decide about an entry that is open',
      params: Id,
      body: NewDecision,
      response: { 200: BankEntry },
    },
    handler: async (request) => {
      const { id } = request.params
      const { decision, order_number } = request.body
      const { paid } = await decide(checkout, {
        id,
        decision,
        orderNumber: order_number ?? undefined,
      })
      if (paid !== undefined) await settleTransfers(checkout, [paid])
      return found(await findEntry(app.db, id), 'Entry')
    },
  })
}

function files(app: App) {
  app.route({
    method: 'GET',
    url: '/bank/files',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'listBankFiles',
      summary: 'Files of transfers, and what waits for the next one',
      response: { 200: BankFiles },
    },
    handler: async () => {
      const { files: rows, waiting } = await listFiles(app.db)
      const { transfers, cents } = waiting
      return { files: rows.map(toFile), waiting: { transfers, amount: toEuros(cents) } }
    },
  })

  app.route({
    method: 'POST',
    url: '/bank/files',
    config: {
      access: 'user',
      permission: 'manage_money',
      audit: 'bank_file.create',
      refuses: ['no_bank_account', 'nothing_to_transfer'],
    },
    schema: {
      operationId: 'createBankFile',
      summary: 'Gather the refunds that wait into a file for the bank',
      description: 'pain.001.001.09. A transfer is in one file alone.',
      response: { 201: BankFileContent },
    },
    handler: async (_request, reply) => {
      reply.statusCode = 201
      const { content, ...file } = await makeFile(app)
      return { ...toFile(file), content }
    },
  })

  app.route({
    method: 'GET',
    url: '/bank/files/:id',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'getBankFile',
      summary: 'A file of transfers, with its content',
      params: Id,
      response: { 200: BankFileContent },
    },
    handler: async (request) => {
      const { content, ...file } = await readFile(app.db, request.params.id)
      return { ...toFile(file), content }
    },
  })

  app.route({
    method: 'POST',
    url: '/bank/files/:id/handed-in',
    config: { access: 'user', permission: 'manage_money', audit: 'bank_file.hand_in' },
    schema: {
      operationId: 'handInBankFile',
      summary: 'Say that a file was handed in at the bank',
      params: Id,
      response: { 200: BankFile },
    },
    handler: async (request) => {
      const { content: _, ...file } = await handIn(app, request.params.id)
      return toFile(file)
    },
  })
}

const toFile = <File extends { cents: number }>({ cents, ...file }: File) => {
  return { ...file, amount: toEuros(cents) }
}
