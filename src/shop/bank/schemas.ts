/** Inputs and outputs of the bank account (docs/contract, section 10.11). */
import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Known } from '#platform/values/known'
import { Price } from '#platform/values/money'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { reasons } from './matching.ts'

const EntryState = OneOf('BankEntryState', {
  booked: 'It pays an order, or is a transfer of a file',
  open: 'It needs a decision',
  decided: 'A person has decided',
  ignored: 'Money that left the account for something else',
})
export const entryStates = ['booked', 'open', 'decided', 'ignored'] as const

const Decision = OneOf('BankDecision', {
  accept: 'The order that it names is paid; what is too much goes back',
  book_on: 'Another order is paid',
  give_back: 'It goes back to the payer',
  dismiss: 'It has nothing to do with orders',
})

const Amount = (description: string, example = 89.5) =>
  Type.Number({ description, examples: [example] })
const text = (example: string, description: string) =>
  Nullable(Type.String({ description, examples: [example] }))

export const BankEntry = Type.Object(
  {
    id: Uuid,
    booked_on: Type.String({ format: 'date', examples: ['2027-03-01'] }),
    amount: Amount('EUR; negative: it left the account'),
    charges: Amount('EUR that a bank took from it', 0),
    name: text('Ada Lovelace', 'The other party'),
    iban: text('GB29NWBK60161331926819', 'Its account'),
    text: Type.String({ examples: ['Tickets RF11 7K3M 9QXT 2A'] }),
    state: EntryState,
    reason: OneOf('BankEntryReason', reasons),
    order_number: text('7K3M9QXT2A', 'The order that it names, or was booked on'),
    order_amount: Nullable(
      Type.Number({ description: 'What that order costs, EUR', examples: [89.5] }),
    ),
    decision: Type.Union([Decision, Type.Null()]),
    decided_at: NullableTimestamp,
    statement: Type.String({ description: 'The file that it came with', examples: ['march.xml'] }),
    imported_at: Timestamp,
  },
  { title: 'BankEntry' },
)
export type BankEntry = Static<typeof BankEntry>

export const mostEntries = 100
export const EntryQuery = Type.Interface([CursorQuery(50, mostEntries)], {
  state: Type.Optional(Known(entryStates, { examples: ['open'] })),
  order_number: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Those that name this order',
      examples: ['7K3M9QXT2A'],
    }),
  ),
})
export const Entries = CursorAnswer({ entries: Type.Array(BankEntry) })

export const StatementUpload = Type.Object({
  file: Type.String({
    minLength: 1,
    description: 'camt.053.001.02 or .08 as XML, or a ZIP archive of such files, in base64',
    examples: ['PERvY3VtZW50Lz4='],
  }),
  name: Type.Optional(Name('march.xml', 300)),
})

const Count = (description: string) => Type.Integer({ description, examples: [0] })
export const StatementResult = Type.Object(
  {
    entries: Count('All that the file has'),
    known: Count('Imported before'),
    booked: Count('Booked just now'),
    open: Count('New ones that need a decision'),
    ignored: Count('Other money that left the account'),
    skipped: Type.Array(
      Type.Object(
        {
          reason: OneOf('BankSkipReason', {
            not_booked: 'The bank has not booked it yet',
            other_account: 'Of an account that is not BANK_IBAN',
            other_currency: 'Not in EUR',
            no_amount: 'Of an amount of zero',
          }),
          entries: Count('How many'),
        },
        { title: 'BankSkipped' },
      ),
      { description: 'Entries of which nothing was stored' },
    ),
  },
  { title: 'BankStatementResult' },
)

export const NewDecision = Type.Object({
  decision: Decision,
  order_number: Type.Optional(
    Nullable(Type.String({ maxLength: 20, description: 'Of `book_on`', examples: ['7K3M9QXT2A'] })),
  ),
})

const file = {
  id: Uuid,
  created_at: Timestamp,
  handed_in_at: NullableTimestamp,
  transfers: Count('Transfers in it'),
  amount: { ...Price, maximum: 1_000_000_000, description: 'EUR' },
  done: Count('Transfers that a statement has shown'),
  returned: Count('Transfers that came back'),
}
export const BankFile = Type.Object(file, { title: 'BankFile' })
export const BankFileContent = Type.Object(
  { ...file, content: Type.String({ description: 'pain.001.001.09', examples: ['<Document/>'] }) },
  { title: 'BankFileContent' },
)
export const BankFiles = Type.Object({
  files: Type.Array(BankFile, { description: 'The last hundred, the newest first' }),
  waiting: Type.Object(
    { transfers: Count('Transfers that no file has yet'), amount: file.amount },
    { title: 'BankWaiting' },
  ),
})
