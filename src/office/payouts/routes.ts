import { Type } from 'typebox'
import {
  rowsPerChunk,
  sendSpreadsheet,
  spreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import { type Module } from '#platform/http/infrastructure'
import { capped, Message } from '#platform/http/paging'
import { harmless } from '#platform/values/harmless'
import { listEntries, listPayouts, readEntries, readSyncs } from './queries.ts'
import {
  Entries,
  EntriesQuery,
  type Entry,
  entriesSearch,
  mostEntries,
  mostPayouts,
  PayoutSyncs,
  Payouts,
  PayoutsQuery,
} from './schemas.ts'
import { canSync, syncAll } from './sync.ts'

type App = Parameters<Module>[0]
const syncJob = 'sync-payouts'

/** Payouts of the card processor, and the orders that each consists of. They span organizers. */
export const payouts: Module = async (app) => {
  const sync = async () => {
    await syncAll({ db: app.work, now: app.now }, app.processors.all)
  }
  app.jobs.cron('sync-payouts-daily', '23 4 * * *', sync)
  app.jobs.work(syncJob, sync, () => syncJob)
  lists(app)
  files(app)
  syncs(app)
}

function syncs(app: App) {
  app.route({
    method: 'GET',
    url: '/payouts/sync',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'getPayoutSync',
      summary: 'When the payouts of each processor were read last; needs `manage_money`',
      response: { 200: PayoutSyncs },
    },
    handler: () => readSyncs(app.db),
  })

  app.route({
    method: 'POST',
    url: '/payouts/sync',
    config: { access: 'user', permission: 'manage_money', audit: false },
    schema: {
      operationId: 'syncPayouts',
      summary:
        'Read the payouts of the processor now, as a job does each day; needs `manage_money`',
      description: 'Answers at once. `GET /payouts/sync` says when it has ended.',
      response: { 202: Message },
    },
    handler: async (_request, reply) => {
      reply.code(202)
      if (!canSync(app.processors.all)) {
        return { message: 'There is nothing to read: the simulated processor pays nothing out' }
      }
      await app.jobs.add(app.db, syncJob, {})
      return { message: 'The payouts are being read' }
    },
  })
}

function lists(app: App) {
  app.route({
    method: 'GET',
    url: '/payouts',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'listPayouts',
      summary: 'What the processor has paid out, newest first; needs `manage_money`',
      querystring: PayoutsQuery,
      response: { 200: Payouts },
    },
    handler: (request) => listPayouts(app.work, capped(request.query, mostPayouts)),
  })

  app.route({
    method: 'GET',
    url: '/payouts/entries',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'listPayoutEntries',
      summary:
        'Charges, refunds, disputes and fees in the balance at the processor, newest first; needs `manage_money`',
      querystring: EntriesQuery,
      response: { 200: Entries },
    },
    handler: (request) => listEntries(app.work, capped(request.query, mostEntries)),
  })
}

function files(app: App) {
  app.route({
    method: 'GET',
    url: '/payouts/entries.csv',
    config: { access: 'user', permission: 'manage_money' },
    schema: {
      operationId: 'getPayoutEntriesCsv',
      summary: 'The entries that are found, for a spreadsheet, newest first; needs `manage_money`',
      querystring: Type.Object({ ...entriesSearch, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      const { format, delimiter, ...search } = request.query
      const next = (after?: Entry) =>
        readEntries(app.work, { ...search, limit: rowsPerChunk - 1, after: after?.id })
      const file = await spreadsheet({ columns, toCells, next }, { format, delimiter })
      return sendSpreadsheet(reply, 'payouts', { file, format })
    },
  })
}

const columns = [
  'time',
  'entry',
  'payout',
  'kind',
  'category',
  'currency',
  'amount',
  'fee',
  'net',
  'processor_id',
  'order_id',
  'order_number',
  'description',
  'known',
]

function toCells(entry: Entry) {
  const { created_at, id, payout, kind, category, currency, amount, fee, net } = entry
  const { source, order_id, order_number, description, known } = entry
  const about = description && harmless(description)
  const ours = [order_id, order_number, about, known ? 'yes' : 'no']
  return [created_at, id, payout, kind, category, currency, amount, fee, net, source, ...ours]
}
