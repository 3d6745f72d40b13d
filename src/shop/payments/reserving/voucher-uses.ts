/** The uses of vouchers that orders take: one for each unit that has a discount, or that is hidden otherwise. */
import type { Transaction } from '#platform/database/transactions'
import type { Problem } from '#platform/values/errors'
import { lockCodes, overVoucherLimit, usedUp } from '#shop/vouchers'
import { countByPerson, keyOf } from './per-person.ts'

/** The fields of a payment that matter for its use of a voucher. */
type UsingLine = { user_id: string; entity_id: string; voucher_code_id: string | null }

/** One piece of something limited, by its `key`. */
export type Take = { key: string; entity_id: string; refusal?: () => Problem }

/** Counts the pieces taken of each limited key: `pieces` are free before, and `rest` after it. */
export function wantedOf(
  takes: Take[],
  free: Map<string, number>,
): (Take & { pieces: number; rest: number })[] {
  return [...Map.groupBy(takes, ({ key }) => key)].flatMap(([key, [take, ...more]]) => {
    const pieces = free.get(key)
    return pieces === undefined || !take
      ? []
      : [{ ...take, pieces, rest: pieces - 1 - more.length }]
  })
}

/** Finds the first key with more pieces taken than there are. */
export const findLacking = (...wanted: Parameters<typeof wantedOf>) =>
  wantedOf(...wanted).find(({ rest }) => rest < 0)

export type Uses = {
  /** pieces left of each `key` */
  free: Map<string, number>
  /** the pieces that a line takes of them */
  takesOf: (line: UsingLine) => Take[]
}

/**
 * Locks the codes of these lines, then counts the uses of each person: each further use waits for the same lock.
 * Nothing of `batch` is counted.
 */
export async function lockUses(
  db: Transaction,
  { batch, lines }: { batch: { id: string; lines: { id: string }[] }[]; lines: UsingLine[] },
): Promise<Uses> {
  const wanted = lines.flatMap(({ user_id, voucher_code_id: id }) =>
    id === null ? [] : [{ user_id, entity_id: id }],
  )
  if (wanted.length === 0) return { free: new Map(), takesOf: () => [] }
  const codes = await lockCodes(db, [...new Set(wanted.map(({ entity_id }) => entity_id))])
  const { persons, bought } = await countByPerson(db, { batch, what: 'voucher_code_id', wanted })
  const keyFor = ({ user_id, entity_id }: { user_id: string; entity_id: string }) =>
    keyOf({ user_id: persons.get(user_id) ?? user_id, entity_id })
  const free = new Map([...codes].map(([id, { left }]) => [id, left]))
  for (const use of wanted) {
    const key = keyFor(use)
    free.set(key, (codes.get(use.entity_id)?.most ?? Infinity) - (bought.get(key) ?? 0))
  }
  const takesOf = ({ user_id, entity_id, voucher_code_id: id }: UsingLine) =>
    id === null
      ? []
      : [
          { key: keyFor({ user_id, entity_id: id }), entity_id, refusal: overVoucherLimit },
          { key: id, entity_id, refusal: usedUp },
        ]
  return { free, takesOf }
}

/** Finds the first code that the buyer of an order would have more often than one person may. The order holds its uses. */
export async function findOverVoucher(
  db: Transaction,
  order: { id: string; lines: (UsingLine & { id: string })[] },
): Promise<Take | undefined> {
  const { free, takesOf } = await lockUses(db, { batch: [order], lines: order.lines })
  const ofPerson = order.lines
    .flatMap(takesOf)
    .filter(({ refusal }) => refusal === overVoucherLimit)
  return findLacking(ofPerson, free)
}
