import { Type } from 'typebox'
import { signedIn, type UserCaller } from '#core/access'
import {
  rowsPerChunk,
  sendSpreadsheet,
  spreadsheet,
  spreadsheetFile,
  spreadsheetQuery,
} from '#platform/http/answers/spreadsheet'
import { type Module } from '#platform/http/infrastructure'
import { capped, Message } from '#platform/http/paging'
import { forbidden } from '#platform/values/errors'
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

/** Payouts of the card processor, and the orders that each consists of. For admins: they span organizers. */
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
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getPayoutSync',
      summary: 'When the payouts of each processor were read last; for admins',
      response: { 200: PayoutSyncs },
    },
    handler: async (request) => {
      requireAdmin(signedIn(request))
      return readSyncs(app.db)
    },
  })

  app.route({
    method: 'POST',
    url: '/payouts/sync',
    config: { access: 'user', audit: false, refuses: [403] },
    schema: {
      operationId: 'syncPayouts',
      summary: 'Read the payouts of the processor now, as a job does each day; for admins',
      description: 'Answers at once. `GET /payouts/sync` says when it has ended.',
      response: { 202: Message },
    },
    handler: async (request, reply) => {
      requireAdmin(signedIn(request))
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
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listPayouts',
      summary: 'What the processor has paid out, newest first; for admins',
      querystring: PayoutsQuery,
      response: { 200: Payouts },
    },
    handler: async (request) => {
      requireAdmin(signedIn(request))
      return listPayouts(app.work, capped(request.query, mostPayouts))
    },
  })

  app.route({
    method: 'GET',
    url: '/payouts/entries',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listPayoutEntries',
      summary:
        'Charges, refunds, disputes and fees in the balance at the processor, newest first; for admins',
      querystring: EntriesQuery,
      response: { 200: Entries },
    },
    handler: async (request) => {
      requireAdmin(signedIn(request))
      return listEntries(app.work, capped(request.query, mostEntries))
    },
  })
}

function files(app: App) {
  app.route({
    method: 'GET',
    url: '/payouts/entries.csv',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getPayoutEntriesCsv',
      summary: 'The entries that are found, for a spreadsheet, newest first; for admins',
      querystring: Type.Object({ ...entriesSearch, ...spreadsheetQuery }),
      response: { 200: spreadsheetFile },
    },
    handler: async (request, reply) => {
      requireAdmin(signedIn(request))
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

function requireAdmin({ isAdmin }: UserCaller): void {
  if (!isAdmin) throw forbidden('Only admins may see the payouts')
}
