/** The forms of a list, by the way to request its next part (docs/contract, section 1.4). */
export type Form = 'page' | 'part' | 'cursor'

export const isForm = (takes: string | undefined): takes is Form =>
  takes === 'page' || takes === 'part' || takes === 'cursor'

/** The number of items for each request, which every list allows. */
const most = 100

type ListPosition = Record<string, unknown>
const first: Record<Form, ListPosition> = { page: { page: 1 }, part: { offset: 0 }, cursor: {} }

/** Iterates over a list in any form. Items that move back while it is read are returned once. */
export async function* itemsOf(
  form: Form,
  read: (query: object) => Promise<unknown>,
  { limit = most, ...query }: { limit?: number },
): AsyncGenerator<never, void, undefined> {
  const seen = new Set<unknown>()
  const size = Math.min(limit, most)
  for (let place: ListPosition | undefined = first[form]; place; ) {
    const answer = Object(await read({ ...query, limit: size, ...place }))
    const items: { id?: unknown }[] = [answer, ...Object.values(answer)].find(Array.isArray) ?? []
    for (const item of items) {
      if (seen.has(item.id)) continue
      // A cursor stays where it is when items are added.
      if (form !== 'cursor' && item.id !== undefined) seen.add(item.id)
      yield item as never
    }
    place = nextPlace(form, place, { answer, count: items.length, size })
  }
}

type Read = { answer: Record<string, unknown>; count: number; size: number }

/** Returns the place to continue from, or undefined at the end of the list. With `after`, the answer contains it. */
function nextPlace(
  form: Form,
  listPosition: ListPosition,
  { answer, count, size }: Read,
): ListPosition | undefined {
  if (form === 'page' && !('next_after' in answer)) {
    const { page, hasMore } = Object(answer['pagination'])
    return hasMore ? { page: page + 1 } : undefined
  }
  if (form === 'part') {
    return count < size ? undefined : { offset: Number(listPosition['offset']) + count }
  }
  const name = 'next_after' in answer ? 'after' : 'before'
  const cursor = answer[`next_${name}`]
  return cursor == null ? undefined : { [name]: cursor }
}
