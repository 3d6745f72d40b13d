/** The end of a history. */
import assert from 'node:assert/strict'
import { isId } from '#platform/values/ids'
import { sweep } from '../../src/shop/payments/charging/sweep.ts'
import type { Shadow } from './shadow.ts'
import type { Stage } from './stage.ts'
import { hour } from './steps.ts'

/** Everything recovers: what is under way is completed, whether webhooks arrive or not. */
export async function settleAll(
  shadow: Shadow,
  stage: Stage,
  withWebhooks: boolean,
): Promise<void> {
  const { processor, clock, checkout } = stage
  processor.heal()
  while (processor.endRefund(0));
  for (let round = 0; round < 3; round++) {
    clock.now += hour
    while ((await sweep(checkout)) > 0);
    processor.letArrive()
    if (round > 0) continue
    await hearAll(stage, withWebhooks)
  }
  await shadow.observe(stage, true)
  for (const [name, { id, code }] of shadow.acknowledged) {
    const kept = shadow.payments.get(id)
    assert.ok(kept, `the acknowledged purchase ${name} is lost`)
    assert.equal(kept.code, code, `the ticket of ${name} is another one`)
  }
}

/** Delivers the events of the processor: without webhooks those alone that nothing else tells, of refunds that fail later. */
async function hearAll({ processor, hear }: Stage, withWebhooks: boolean) {
  for (const event of processor.events) {
    const isHeard = withWebhooks || event.refund?.state === 'refused'
    if (isHeard && isId(event.key)) await hear({}, Buffer.from(JSON.stringify(event)))
  }
}
