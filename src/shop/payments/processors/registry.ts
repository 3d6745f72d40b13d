import type { IncomingHttpHeaders } from 'node:http'
import {
  isOnline,
  type MethodTerms,
  type OnlineProcessor,
  type Processor,
  type Setup,
} from './processor.ts'
import { simulated } from './simulated/index.ts'
import { stripe } from './stripe/index.ts'
import { till } from './till/index.ts'
import { transfer } from './transfer/index.ts'

/** All processors. Of several that take a method, the first that is set up charges it. */
export const definitions = [stripe, simulated, transfer, till] as const

/** An order, as far as its processor depends on it. */
type Charged = { means?: string | null | undefined; processor?: string | null | undefined }

/** The processors of a process, by the method of payment of an order. */
export type Processors = {
  all: readonly Processor[]
  /** the processor that charges new orders by card */
  card: OnlineProcessor
  /**
   * Returns the processor that takes the money of an order, and gives it back: the one that charged it, or the first of
   * its method. @throws Error that names a method without a processor
   */
  of(order: Charged): Processor
  /** Returns the time for which an order of this method holds its items, seconds; undefined: the shop's usual time. */
  holdSecondsOf(order: Charged): number | undefined
  /** Returns the processor that sent a webhook, by the header of its signature. */
  senderOf(headers: IncomingHttpHeaders): OnlineProcessor
}

/** Opens the processors that are set up. */
export function openProcessors(setup: Omit<Setup, 'isTaken'>): Processors {
  const all: Processor[] = []
  for (const { open } of definitions) {
    const isTaken = (method: string) => all.some(({ methods }) => method in methods)
    const processor = open({ ...setup, isTaken })
    if (processor) all.push(processor)
  }
  return processorsOf(all)
}

/** Builds the registry of these processors. */
export function processorsOf(all: readonly Processor[]): Processors {
  const processorOf = ({ means, processor }: Charged): Processor => {
    const method = methodOf(means)
    const takers = all.filter(({ methods }) => method in methods)
    const taker = takers.find(({ name }) => name === processor) ?? takers[0]
    if (!taker) throw new Error(`No processor takes the method ${method}`)
    return taker
  }
  const online = all.filter(isOnline)
  const card = online.find(({ methods }) => 'card' in methods)
  if (!card) throw new Error('No processor takes the method card')
  return {
    all,
    card,
    of: processorOf,
    holdSecondsOf: (order) => processorOf(order).methods[methodOf(order.means)]?.holdSeconds,
    senderOf: (headers) =>
      online.find(({ signatureHeader = '' }) => signatureHeader in headers) ?? card,
  }
}

const methodOf = (means: string | null | undefined) => means ?? 'card'

/** The names of the processors that take money online. */
export const onlineNames: string[] = definitions
  .flatMap((definition) => ('form' in definition ? definition.name : []))
  .toSorted()

/** The methods whose money the operator collects: what tills take is with the organizer. */
export const collectedMethods: string[] = definitions
  .filter(({ name }) => name !== till.name)
  .flatMap(({ methods }) => Object.keys(methods))

type One = (typeof definitions)[number]
type ReportedOf<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends { report: object } ? Method : never
}[keyof Methods]
/** A method of payment with a line in reports. */
export type ReportedMethod = One extends infer Each
  ? Each extends { methods: infer Methods }
    ? ReportedOf<Methods>
    : never
  : never

/** The lines of methods in reports of sales. */
export const reportedMethods = Object.fromEntries(
  definitions
    .flatMap(({ methods }): [string, MethodTerms][] => Object.entries(methods))
    .flatMap(([method, { report }]) => (report ? [[method, report]] : [])),
) as Record<ReportedMethod, NonNullable<MethodTerms['report']>>
