/** Checks after a drill: everything that must hold is verified. */
import { sql } from 'kysely'
import { auditLedger, ledgerSize } from '#shop/payments'
import { bytesOf, checkDraw, nodeTools } from '#shop/queue'
import { counted } from '../terminal/output.ts'
import { comes } from './parallel.ts'
import { purchaseResults } from './people/buy.ts'
import type { GateDay } from './people/gate-day.ts'
import type { Queue } from './people/queue.ts'
import type { Sold } from './people/sale.ts'
import type { Weeks } from './people/weeks.ts'
import { type Question, questions, queueQuestions } from './queries.ts'
import type { Stage } from './stage.ts'

export type Check = {
  name: string
  /** the condition that must hold */
  holds: string
  /** the query that verifies it */
  query: string
  /** of how many */
  figure: string
  faults: string[]
}

export type Played = { queue: Queue; queueChecks: Check[]; sold: Sold; weeks: Weeks; day: GateDay }

/** Number of faults that are named for each check. */
const most = 5
/** Everything must be settled this long after the last request, ms. */
const patience = 90_000
/** A turn given in the second of the purchase may be noted after it, ms. */
const slack = 1_000

export async function checkAll(stage: Stage, played: Played): Promise<Check[]> {
  await comes(async () => (await auditLedger(stage.db, { atRest: true })).length === 0, patience)
  const checks = [await ledger(stage)]
  for (const question of questions) checks.push(await ask(stage, question))
  return [...checks, ...played.queueChecks, ...answers(stage, played)].map((check) => ({
    ...check,
    faults: check.faults.slice(0, most),
  }))
}

/** Checks the conditions of the queue. Runs before the queue is ended, which makes its numbers void. */
export async function checkQueue(stage: Stage, queue: Queue): Promise<Check[]> {
  const checks: Check[] = []
  for (const question of queueQuestions) checks.push(await ask(stage, question))
  checks.push(await turns(stage, queue), await draw(stage, queue))
  return checks
}

async function ledger({ db }: Stage): Promise<Check> {
  const { payments, tickets } = await ledgerSize(db)
  return {
    name: 'ledger-exact',
    holds: 'Payments, tickets, stock, points and refunds agree, and nothing is under way',
    query: 'auditLedger(db, { atRest: true }): what festival doctor asks as well',
    figure: `${counted(payments)} payments, ${counted(tickets)} tickets`,
    faults: await auditLedger(db, { atRest: true }),
  }
}

async function ask({ db }: Stage, { name, holds, figure, query }: Question): Promise<Check> {
  const { rows: faults } = await sql.raw<{ fault: string }>(query).execute(db)
  const { rows } = await sql.raw<Record<string, string>>(figure).execute(db)
  const [count = 0] = Object.values(rows[0] ?? {})
  return {
    name,
    holds,
    query: query.trim(),
    figure: counted(Number(count)),
    faults: faults.map(({ fault }) => fault),
  }
}

const servings = `
select p.user_id, min(e.serves) as number, (
  select coalesce(max(serving), 0) from queue_servings s
  where s.queue_id = e.queue_id and s.served_at <= min(p.created_at) + interval '${slack} milliseconds') as serving
from payments p join orders o on o.id = p.order_id left join queue_entries e on e.user_id = p.user_id
where o.offer_id is null and p.entity_id in (select tier_id from queue_tiers)
  and p.status in ('pending', 'requires_action', 'succeeded', 'partially_refunded', 'refunding', 'refunded')
group by p.user_id, e.queue_id`

type Served = { user_id: string; number: number | null; serving: number }

/** Checks that no one bought before their turn: the place of each buyer follows from the seed. */
async function turns({ db }: Stage, queue: Queue): Promise<Check> {
  const { rows } = await sql.raw<Served>(servings).execute(db)
  const isOutOfTurn = ({ number, serving }: Served) =>
    number === null || queue.order.placeOf(number) >= serving
  return {
    name: 'served-in-turn',
    holds: 'Nobody has bought before it was their turn',
    query: `${servings.trim()}\n-- and the place of number is less than serving`,
    figure: `${counted(rows.length)} buyers`,
    faults: rows.filter(isOutOfTurn).map(({ user_id }) => `User ${user_id} bought out of turn`),
  }
}

/** Verifies the draw like `festival queue verify`, with the receipts of some people. */
async function draw({ client, people, chance }: Stage, queue: Queue): Promise<Check> {
  const proof = await client.get('GET', `${queue.url}/proof`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const [part] of proof.draw.parts.entries()) {
    const { leaves } = await client.get('GET', `${queue.url}/entries?part=${part}`)
    parts.push(bytesOf(leaves))
  }
  const faults: string[] = []
  const receipts = 20
  for (let n = 0; n < receipts; n++) {
    const person = chance.between(0, people.count - 1)
    const mine = await client.get('GET', `${queue.url}/place`, { as: people.tokenOf(person) })
    const { findings, place } = await checkDraw({ proof, parts, mine }, nodeTools)
    const wrong = findings.filter(({ ok }) => !ok).map(({ check }) => check)
    if (place !== queue.order.placeOf(queue.serves[person] ?? -1)) wrong.push('seed')
    if (wrong.length > 0) faults.push(`Number ${mine.number}: ${wrong.join(', ')}`)
  }
  return {
    name: 'draw-verified',
    holds: 'The draw is the one that was committed to, and the receipts are in it',
    query: `GET …/queue/proof, …/queue/entries, …/queue/place; checkDraw, as festival queue verify`,
    figure: `${counted(proof.draw.entries)} entries, ${receipts} receipts`,
    faults,
  }
}

/** Checks the answers that people and streams received. */
function answers({ measures, people }: Stage, { queue, sold, weeks, day }: Played): Check[] {
  const without = sold.answers.reduce(
    (sum, one) => sum + (one === purchaseResults.nothing ? 1 : 0),
    0,
  )
  const { open, told: heard } = weeks.streams
  const heardBy = 'what the people of the drill were answered'
  const silent = `${counted(open - heard)} of ${counted(open)} streams were not told of the other date`
  const errors = [...Map.groupBy(measures.errors, (what) => what)]
  return [
    {
      name: 'everybody-answered',
      holds:
        'Everybody who waited has bought, or was told that it is sold out; every stream was told',
      query: heardBy,
      figure: `${counted(people.count)} people, ${counted(open)} streams`,
      faults: [
        ...(without > 0 ? [`${counted(without)} people have no answer`] : []),
        ...(heard < open ? [silent] : []),
      ],
    },
    {
      name: 'numbers-kept',
      holds: 'Who enters again is told the same number, whatever was killed between',
      query: heardBy,
      figure: `${counted(people.count)} people`,
      faults: queue.changed.map((person) => `Person ${person} was told two numbers`),
    },
    {
      name: 'turns-respected',
      holds: 'Whose turn it is is not refused, and whose it is not buys nothing',
      query: heardBy,
      figure: `${counted(sold.jumped)} tried before their turn`,
      faults: [...sold.wrong].map(([what, times]) => `${what} (${counted(times)} times)`),
    },
    {
      name: 'stolen-device-ended',
      holds: 'The device that was stolen scans nothing once it is ended',
      query: heardBy,
      figure: `${counted(day.thefts.tried)} tries`,
      faults: day.thefts.taken > 0 ? [`${counted(day.thefts.taken)} scans were taken`] : [],
    },
    {
      name: 'no-errors',
      holds: 'No request was answered with an error of the service itself (500)',
      query: heardBy,
      figure: `${counted(measures.seconds.reduce((sum, second) => sum + (second?.requests ?? 0), 0))} requests`,
      faults: errors.map(([what, { length }]) => `${what} (${counted(length)} times)`),
    },
  ]
}
