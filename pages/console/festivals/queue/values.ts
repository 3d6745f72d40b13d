import {
  type Festival,
  FestivalError,
  type Queue,
  type QueueSource,
  type SetQueueBody,
} from '../../../../client/src/index.ts'
import { fromInput, toInput } from '../../components/tables/figures.tsx'
import { present } from '../../present.ts'
import { timeOf } from '../times.ts'

export type Values = {
  tiers: string[]
  opens_at: string
  draw_at: string
  groups_of: number | string
  source: QueueSource
}

/** Returns the current fields of a waiting room; a new one is for all tickets that are not hidden. */
export function valuesOf(queue: Queue | null, tickets: Festival['tickets']): Values {
  const onSale = tickets.filter(({ id, hidden }) => (queue ? queue.tiers.includes(id) : !hidden))
  return {
    tiers: onSale.map(({ id }) => id),
    opens_at: toInput(queue?.opens_at ?? null),
    draw_at: toInput(queue?.draw_at ?? null),
    groups_of: queue?.groups_of ?? 1,
    source: queue?.source ?? 'drand',
  }
}

/** Returns the faults of the fields. */
export const validating = {
  tiers: (tiers: string[]) => (tiers.length === 0 ? 'Choose at least one ticket' : null),
  opens_at: (opens: string) => (opens === '' ? 'Enter when it opens' : null),
  draw_at: faultOfDraw,
  groups_of: (groups: number | string) =>
    typeof groups === 'number' ? null : 'Enter a number from 1 to 20',
}

function faultOfDraw(draw: string, { opens_at }: Values): string | null {
  if (draw === '') return 'Enter when it is drawn'
  if (opens_at !== '' && draw <= opens_at) return 'It is drawn after it has opened'
  return Date.parse(fromInput(draw) ?? '') <= present() ? 'This time is over' : null
}

/** Returns the fields of the form as the API takes them; unchanged times keep their seconds. */
export function bodyOf(values: Values, queue: Queue | null): SetQueueBody {
  const { tiers, opens_at, draw_at, groups_of, source } = values
  return {
    tiers,
    opens_at: timeOf(opens_at, queue?.opens_at ?? null) ?? '',
    draw_at: timeOf(draw_at, queue?.draw_at ?? null) ?? '',
    groups_of: Number(groups_of),
    source,
  }
}

/** Returns the service's refusals, by the field they are about; empty for other errors. */
export function faultsOf(error: Error | null): Partial<Record<keyof Values, string>> {
  if (!(error instanceof FestivalError)) return {}
  if (error.code === 'queue_open') {
    return {
      opens_at:
        'It has opened in the meantime: only its tickets and the draw can be changed. Close this and open it again.',
    }
  }
  if (error.code === 'queue_drawn') {
    return { draw_at: 'The draw has begun in the meantime: everything stays as it is.' }
  }
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path, sentence(path, message)]),
  )
}

/** Returns `draw_at must be in the future` as the text below a field. */
const sentence = (path: string, message: string) =>
  message.startsWith(`${path} must`) ? `It${message.slice(path.length)}` : message
