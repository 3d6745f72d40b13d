/** What happens at a gate, and what ends tickets. */
import { newId } from '#platform/values/ids'
import { encodeCode } from '../src/shop/tickets/codes/code.ts'
import { signingKey } from '../src/shop/tickets/codes/keys.ts'
import type { Operation } from './measure.ts'
import type { Headers, Sample } from './sale-sample.ts'
import type { Stage } from './stage.ts'

type Used = { payment_id: string; entity_id: string }

export async function atTheGate(
  { app, db, working }: Stage,
  { festival, tier, cursor }: Sample,
  manager: Headers,
): Promise<Operation[]> {
  const { rows: unused } = await working.query<Used>(
    `select payment_id, entity_id from tickets t join payments p on p.id = t.payment_id
     where t.festival_id = $1 and entity_id = $2 and validated_at is null and revoked_at is null and status = 'succeeded'`,
    [festival, tier],
  )
  const key = await signingKey({ db, vault: app.vault, now: app.now() })
  const fresh = () => {
    const ticket = unused.pop()
    if (!ticket) throw new Error('All tickets are used')
    return ticket
  }
  const many = Math.min(500, Math.floor(unused.length / 15))
  const scan = async () => ({
    nonce: newId(),
    code: await encodeCode({ ...fresh(), valid_since: null, valid_until: null, revision: 0 }, key),
    scanned_at: new Date().toISOString(),
    admitted_offline: true,
  })
  const send = (method: 'PUT' | 'POST', url: string, payload: object) =>
    app.inject({ method, url, headers: manager, payload })
  return [
    {
      name: 'PUT /payments/:id/validate',
      run: () => send('PUT', `/payments/${fresh().payment_id}/validate`, {}),
    },
    {
      name: `POST /gate/scans with ${many}`,
      run: async () => {
        const scans = await Promise.all(Array.from({ length: many }, scan))
        return send('POST', '/gate/scans', { festival_id: festival, scans })
      },
    },
    {
      name: 'GET /gate/:festivalId/manifest after new scans',
      before: () => send('PUT', `/payments/${fresh().payment_id}/validate`, {}),
      run: () =>
        app.inject({ url: `/gate/${festival}/manifest?since=${cursor}`, headers: manager }),
    },
    {
      name: 'POST /payments/:id/refund in full',
      run: () => send('POST', `/payments/${fresh().payment_id}/refund`, {}),
    },
    {
      name: 'POST /payments/:id/refund in part',
      run: () => send('POST', `/payments/${fresh().payment_id}/refund`, { amount: 5 }),
    },
  ]
}
