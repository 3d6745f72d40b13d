/** Records whose fields are valid together. */
import { Live } from './pool.ts'

const kinds: Record<string, string> = {
  ticket: 'tiers',
  accommodation: 'accommodations',
  subscription: 'subscriptions',
  artist: 'artists',
  organizer: 'organizers',
  genre: 'genres',
}

const spans = [
  ['start_time', 'end_time'],
  ['valid_since', 'valid_until'],
  ['check_in_at', 'check_out_at'],
  ['check_in', 'check_out'],
  ['starts_at', 'ends_at'],
  ['opens_at', 'draw_at'],
] as const

/** A record whose fields are consistent: an id of its kind, an end after the start. */
export function related(
  record: Record<string, unknown>,
  unlikely: string[],
): Record<string, unknown> {
  const { entity_id, entity_type, payment_type = entity_type } = record
  const kind = kinds[`${payment_type}`]
  if (kind && entity_id instanceof Live) record['entity_id'] = new Live(kind, entity_id.index)
  if (indexIn(record) % 4 > 0) for (const name of unlikely) delete record[name]
  for (const span of spans) inOrder(record, span)
  return record
}

/** The index of the record that a body names, or of the first of its items. */
function indexIn({ id, entity_id, items }: Record<string, unknown>): number {
  const [first] = Array.isArray(items) ? items : []
  return [id, entity_id, first?.entity_id].find((one) => one instanceof Live)?.index ?? 1
}

function inOrder(record: Record<string, unknown>, [first, last]: (typeof spans)[number]) {
  const [start, end] = [record[first], record[last]]
  if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return
  Object.assign(record, { [first]: end, [last]: start })
}
