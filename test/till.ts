/** A box office: a festival with a manager, and shifts of its tills. */
import { newId } from '#platform/values/ids'
import { aGivingFestival } from './vouchers.ts'
import type { Answer, Person, World } from './world.ts'

type Shift = { id: string; token: string }
type Options = { key?: string }

/** A festival whose manager opens shifts, with tiers and vouchers. */
export const aBoxOffice = (world: World) => aGivingFestival(world)

/** Opens a shift, with 100 EUR in its drawer. */
export async function aShift(
  { post }: Pick<World, 'post'>,
  { festivalId, manager }: { festivalId: string; manager: Person },
  given: object = {},
): Promise<Shift> {
  const body = { till: 'North till', seller: 'Bo', float: 100, ...given }
  const answer = await post(`/festivals/${festivalId}/shifts`, body, { as: manager })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

type Records = { festivalId: string; manager: Person; tier: { id: string } }

/**
 * A shift that can be closed, with a sale that was paid at the terminal and a lease that was reported, and a lease of another
 * shift that is open.
 */
export async function aTillWithRecords(world: World, { festivalId, manager, tier }: Records) {
  const opening = { festivalId, manager }
  const [shift, spare] = [await aShift(world, opening), await aShift(world, opening)]
  const till = atTill(world, shift)
  // None where a bug is planted that refuses it: what it breaks is for others to find.
  const { id: sale = newId(), tickets = [] } = (await till.sell(tier.id, { means: 'terminal' }))
    .body
  await till.conclude(sale, { result: 'paid' })
  const leaseKey = newId()
  const lease = await aLeaseOf(world, { festivalId, token: shift.token, tier, key: leaseKey })
  await world.post(`/leases/${lease}/report`, { sales: [], done: true }, { headers: till.headers })
  const spareLease = await aLeaseOf(world, { festivalId, token: spare.token, tier })
  return { ...shift, sale, payment: tickets[0]?.payment_id ?? newId(), lease, leaseKey, spareLease }
}

type Leasing = { festivalId: string; token: string; tier: { id: string }; key?: string }

/** Sets a ticket aside for a till. Returns the lease's id. */
async function aLeaseOf(
  { post }: World,
  { festivalId, token, tier, key = newId() }: Leasing,
): Promise<string> {
  const asked = { payment_type: 'ticket', entity_id: tier.id, quantity: 1 }
  const headers = { 'x-f-authentication': token, 'idempotency-key': key }
  const answer = await post(`/festivals/${festivalId}/leases`, asked, { headers })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** What the till of a shift calls. */
export function atTill({ get, post, put }: World, { id, token }: Shift) {
  const url = `/shifts/${id}`
  const headers = { 'x-f-authentication': token }
  const keyed = ({ key = newId() }: Options) => ({
    headers: { ...headers, 'idempotency-key': key },
  })
  const selling = (entity_id: string, { quantity = 1, ...more }: { quantity?: number } = {}) => ({
    items: [{ payment_type: 'ticket', entity_id, quantity }],
    means: 'cash',
    ...more,
  })
  return {
    headers,
    url,
    shift: async () => (await get(url, { headers })).body,
    items: () => get(`${url}/items`, { headers }),
    /** Sells in cash unless `given` says otherwise. */
    sell: (
      entity_id: string,
      given: { quantity?: number; [field: string]: unknown } = {},
      options: Options = {},
    ): Promise<Answer> => post(`${url}/sales`, selling(entity_id, given), keyed(options)),
    post: (path: string, body: object, options: Options = {}) =>
      post(`${url}${path}`, body, keyed(options)),
    conclude: (saleId: string, body: object) => put(`${url}/sales/${saleId}`, body, { headers }),
    get: (path: string) => get(`${url}${path}`, { headers }),
    close: (counted: number) => post(`${url}/close`, { counted }, { headers }),
  }
}
