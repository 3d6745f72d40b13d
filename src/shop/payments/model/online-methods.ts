import { type Static, Type } from 'typebox'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Nullable, OneOf } from '#platform/values/shapes'
import type { Processors } from '../processors/registry.ts'

/** The methods by which buyers may pay online. */
const OnlineMethod = OneOf('OnlineMethod', {
  card: 'By the processor of the shop, with `processor_payment_method_id`',
  transfer:
    'By bank transfer: `awaiting_payment` says where to and until when. For a confirmed e-mail, one order at a time',
})

export const OnlineMethodTerms = Type.Object(
  {
    name: OnlineMethod,
    immediate: Type.Boolean({
      description: 'The order is paid, or declined, at once; else it is held until the money comes',
      examples: [true],
    }),
    days: Nullable(
      Type.Integer({
        description: 'Days until the money must have come, unless sales end earlier; null: at once',
        examples: [null],
      }),
    ),
  },
  { title: 'OnlineMethodTerms' },
)

type Terms = Static<typeof OnlineMethodTerms>

/** Returns the methods that are set up. */
export function methodsOf({
  processors,
  config,
}: Pick<Infrastructure, 'config'> & { processors: Pick<Processors, 'all'> }): Terms[] {
  const isOffered = processors.all.some(({ methods }) => 'transfer' in methods)
  const transfer = { name: 'transfer' as const, immediate: false, days: config.TRANSFER_DAYS }
  return [{ name: 'card', immediate: true, days: null }, ...(isOffered ? [transfer] : [])]
}
