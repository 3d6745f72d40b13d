/** The shop of a history of orders: limits, vouchers, and a waiting list. */
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { most, vouchers } from './baskets.ts'
import { raiseCurtain, type Stage } from './stage.ts'

/** Resets everything, and puts other offers up for sale than a history of payments has. */
export async function raiseOrderCurtain(stage: Stage): Promise<void> {
  await raiseCurtain(stage)
  const { world, entities, festival } = stage
  const [half, four] = [newId(), newId()]
  await sql
    .raw(`
    update tiers set quantity = 5, max_per_person = ${most} where id = '${entities.few}';
    update tiers set quantity = 2 where id = '${entities.two}';
    update accommodations set quantity = 2 where id = '${entities.bed}';
    insert into vouchers (id, festival_id, percent, amount_cents, max_uses, max_per_person, opens, created_at) values
      ('${half}', '${festival.id}', 50, null, 3, null, true, now()),
      ('${four}', '${festival.id}', null, 400, null, 2, true, now());
    insert into voucher_codes (id, voucher_id, festival_id, code, code_key) values
      ('${newId()}', '${half}', '${festival.id}', '${vouchers.half}', '${vouchers.half}'),
      ('${newId()}', '${four}', '${festival.id}', '${vouchers.four}', '${vouchers.four}')`)
    .execute(world.work)
}
