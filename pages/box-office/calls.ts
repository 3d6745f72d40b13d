/** The API calls of a till. */
import { FestivalError } from '../../client/src/error.ts'
import type {
  BillingChange,
  SaleInvoice,
  Shift,
  TillItems,
  TillRefund,
  TillSale,
} from '../../client/src/types.ts'
import type { CallOptions, Wire } from '../../client/src/wire.ts'
import type { Service } from '../shared/service.ts'
import type { Lease, LeasedTickets, LeaseSale } from './lease.ts'
import type { Printer } from './printing/printer.ts'
import type { Attempt } from './store.ts'

/** The service's answer to each kind of request. */
export type Answers = {
  sale: TillSale
  conclude: TillSale
  refund: TillRefund
  cash: Shift
  'hand-over': Shift
  close: Shift
  lease: Lease & { tickets: LeasedTickets }
}
type SaleRef = Pick<TillSale, 'id'>
export type ShiftRef = { id: string; festival_id: string }
type Report = {
  lease: Lease
  sales: { key: string; receipt: number | null; refused: string | null }[]
}

/** A refusal of the request itself, not a failure of the service: sending it again changes nothing. */
export class Refusal extends Error {
  readonly code: string | undefined
  constructor({ message, code }: FestivalError) {
    super(message)
    this.code = code
  }
}

/** The requests of a till. Each may be repeated: it carries a key, or has no further effect the second time. */
export class Calls {
  readonly #service: Service<Wire>
  readonly #place: ShiftRef

  constructor(service: Service<Wire>, ref: ShiftRef) {
    this.#service = service
    this.#place = ref
  }

  items(): Promise<TillItems> {
    return this.#get('/items')
  }

  shift(): Promise<Shift> {
    return this.#get('')
  }

  sale(id: string): Promise<TillSale> {
    return this.#get(`/sales/${id}`)
  }

  paper({ id }: SaleRef, paper: '80mm' | 'a6'): Promise<Blob> {
    return this.#get(`/sales/${id}/tickets.pdf?paper=${paper}`)
  }

  /** Requests the invoice of a sale by one of its payments, or reads the one that was requested. */
  requestInvoice(paymentId: string, body: BillingChange): Promise<SaleInvoice> {
    return this.#call({ method: 'POST', path: `/payments/${paymentId}/invoice`, body })
  }

  invoicePdf(paymentId: string): Promise<Blob> {
    return this.#call({ method: 'GET', path: `/payments/${paymentId}/invoice.pdf` })
  }

  printers(): Promise<{ name: string }[]> {
    return this.#get('/printers')
  }

  /** Returns the tickets of a sale, or a test page, as a printer takes them. */
  printData({ paper, language }: Printer, saleId?: string): Promise<Blob> {
    const sale = saleId === undefined ? '' : `&sale_id=${saleId}`
    return this.#get(`/print-data?paper=${paper}&language=${language}${sale}`)
  }

  /** Prints on a printer in the network. */
  async printAt({ name, paper, language }: Printer, saleId?: string): Promise<void> {
    const sale = saleId === undefined ? {} : { sale_id: saleId }
    const body = { printer: name, paper, language, ...sale }
    await this.#call({ method: 'POST', path: `/shifts/${this.#place.id}/prints`, body })
  }

  /** Reports the sales made from a lease. `isDone`: the remaining tickets are returned. */
  report({ id }: Pick<Lease, 'id'>, sales: LeaseSale[], isDone: boolean): Promise<Report> {
    const body = { sales, done: isDone }
    return this.#call({ method: 'POST', path: `/leases/${id}/report`, body })
  }

  /**
   * Sends a request with its key.
   * @throws Refusal, Unanswered, Ended
   */
  send<Kind extends keyof Answers>(attempt: Attempt & { kind: Kind }): Promise<Answers[Kind]> {
    return this.#call({ ...addressOf(attempt, this.#place), body: attempt.body, key: attempt.key })
  }

  #get<T>(path: string): Promise<T> {
    return this.#call({ method: 'GET', path: `/shifts/${this.#place.id}${path}` })
  }

  async #call<T>({ key, ...request }: Request): Promise<T> {
    const answer = await this.#service.call(async (wire, { signal }) => {
      const options: CallOptions = { signal, ...(key !== undefined && { idempotencyKey: key }) }
      try {
        return (await wire.call({ ...request, options }, true)) as T
      } catch (error) {
        if (isRefusal(error)) return new Refusal(error)
        throw error
      }
    }, patience)
    if (answer instanceof Refusal) throw answer
    return answer
  }
}

/** The longest time a request may take, with its repetitions, before the seller is notified, in milliseconds. */
const patience = 5_000

type Request = { method: string; path: string; body?: unknown; key?: string }

/** Status codes of temporary failures: the same request may succeed later. */
const passing = new Set([401, 408, 425, 429])
const isRefusal = (error: unknown): error is FestivalError =>
  error instanceof FestivalError &&
  error.status >= 400 &&
  error.status < 500 &&
  !passing.has(error.status) &&
  error.code !== 'in_progress'

function addressOf(
  attempt: Attempt,
  { id, festival_id }: ShiftRef,
): { method: string; path: string } {
  const shift = `/shifts/${id}`
  if (attempt.kind === 'conclude')
    return { method: 'PUT', path: `${shift}/sales/${attempt.sale.id}` }
  if (attempt.kind === 'lease') return { method: 'POST', path: `/festivals/${festival_id}/leases` }
  const names = {
    sale: 'sales',
    refund: 'refunds',
    cash: 'cash',
    'hand-over': 'hand-over',
    close: 'close',
  }
  return { method: 'POST', path: `${shift}/${names[attempt.kind]}` }
}
