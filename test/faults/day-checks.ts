/** What must hold after the day of the harness `gate-day`; each returns what is wrong. */
import { sql } from 'kysely'
import { peopleInside } from '#common/gate/admission'
import { auditLedger } from '#shop/payments'
import { getJson } from './day-calls.ts'
import type { People } from './day-people.ts'
import type { Sales } from './day-sales.ts'
import type { Site } from './day-site.ts'

type Finding = [what: string, isWrong: boolean]

/** All that is wrong. */
export async function findingsOf(site: Site, people: People, sales: Sales): Promise<string[]> {
  const findings = [
    ...(await insideAndOut(site, people)),
    ...(await clashes(site, people)),
    ...(await stock(site, sales)),
    ...(await books(site, sales)),
    ...(await judges(site, sales)),
  ]
  const wrong = findings.flatMap(([what, isWrong]) => (isWrong ? [what] : []))
  return [...new Set([...people.wrong, ...wrong, ...(await auditLedger(site.world.work))])]
}

type Zone = { name: string; inside: number }

async function insideAndOut(site: Site, people: People): Promise<Finding[]> {
  const { world, festivalId, capacity } = site
  const zones: Zone[] = await getJson(site, `/gate/${festivalId}/inside`)
  const wrongly = zones.filter(({ name, inside }) => inside !== (people.inside[name] ?? 0))
  const { rows: twice } = await sql`
    select from (
      select p.direction, t.admission, p.zone,
             lag(p.direction) over passages as before,
             count(*) filter (where p.direction = 'in') over (partition by p.payment_id, p.zone) as times
      from gate_passages p join payments y on y.id = p.payment_id join tiers t on t.id = y.entity_id
      where p.festival_id = ${festivalId} and not p.clash
      window passages as (partition by p.payment_id, p.zone order by p.at, p.direction = 'in')
    ) passed
    where (direction = 'in' and before = 'in') or (zone = 'main' and admission <> 'reentry' and times > 1)`.execute(
    world.work,
  )
  const { rows: kept } = await sql<{ nonce: string }>`
    select s.nonce from gate_scans s join gate_passages p on p.scan_id = s.id
    where s.festival_id = ${festivalId}`.execute(world.work)
  const known = new Set(kept.map(({ nonce }) => nonce))
  const isRight = wrongly.length === 0
  const counted = JSON.stringify(
    wrongly.map(({ name, inside }) => [name, inside, people.inside[name]]),
  )
  return [
    [
      `Another number is inside than was let in less let out: ${counted} ${isRight ? '' : await differingTicket(site, people)}`,
      !isRight,
    ],
    ['A ticket is twice inside', twice.length > 0],
    [
      'A scan that a gate had acknowledged was lost',
      people.told.some((nonce) => !known.has(nonce)),
    ],
    ['A full zone let more in', people.most > capacity + people.unasked],
  ]
}

/** The passages of a ticket with which others are inside than the service says, to look for the reason. */
async function differingTicket(
  { world, festivalId }: Site,
  { insideWith }: People,
): Promise<string> {
  type Row = Parameters<typeof peopleInside>[0][number] & { payment_id: string; zone: string }
  const { rows } = await sql<Row>`
    select p.payment_id, p.zone, p.direction, p.at, p.clash, s.admitted_offline, d.name, s.outcome
    from gate_passages p join gate_scans s on s.id = p.scan_id left join gate_devices d on d.id = s.device_id
    where p.festival_id = ${festivalId} order by p.at`.execute(world.work)
  const byTicket = Object.groupBy(rows, ({ payment_id, zone }) => `${payment_id} ${zone}`)
  const differing = Object.entries(byTicket).filter(
    ([key, passages = []]) => peopleInside(passages) !== (insideWith.get(key) ?? 0),
  )
  const [key, passages] = differing[0] ?? []
  return JSON.stringify([differing.length, insideWith.get(key ?? ''), passages])
}

type Clash = {
  payment_id: string
  first: { gate: string } | null
  again: { gate: string }
}

/** Two who were let in with one ticket are named with both gates. */
async function clashes(site: Site, { doubles }: People): Promise<Finding[]> {
  const all: Clash[] = []
  const limit = 1000
  for (let offset = 0, last = limit; last === limit; offset += limit) {
    const path = `/gate/${site.festivalId}/clashes?limit=${limit}&offset=${offset}`
    const part: Clash[] = await getJson(site, path)
    all.push(...part)
    last = part.length
  }
  const isNamed = ({ payment_id, gates }: People['doubles'][number]) =>
    all.some((clash) => {
      const named = new Set([clash.first?.gate, clash.again.gate])
      return clash.payment_id === payment_id && gates.every((gate) => named.has(gate))
    })
  return [
    ['Two were let in with one ticket, and no clash names both gates', !doubles.every(isNamed)],
  ]
}

/** No more of a tier are sold and leased than there are, and what tills have sold is paid. */
async function stock({ world, tiers }: Site, sales: Sales): Promise<Finding[]> {
  const ids = tiers.map(({ id }) => id)
  const { rows } = await sql<{ id: string; quantity: number; taken: number }>`
    select t.id, t.quantity, count(p.id)::int as taken
    from tiers t join payments p on p.entity_id = t.id
    where t.id = any (${ids}) and p.status in ('pending', 'requires_action', 'succeeded', 'partially_refunded')
    group by t.id`.execute(world.work)
  const { rows: paid } = await sql<{ id: string; status: string }>`
    select id, status from payments where entity_id = any (${ids})`.execute(world.work)
  const statuses = new Map(paid.map(({ id, status }) => [id, status]))
  const lost = sales.handedOver.filter((id) => statuses.get(id) !== 'succeeded')
  return [
    ['A ticket was sold twice', new Set(sales.handedOver).size < sales.handedOver.length],
    ['Oversold', rows.some(({ quantity, taken }) => taken > quantity)],
    ['A sale that a till had acknowledged was lost', lost.length > 0],
  ]
}

type Books = Record<'cash' | 'terminal', { amount: number }> &
  Record<'refunded_cash' | 'refunded_terminal', number>
type Shift = { id: string; till: string; difference: number | null; books: Books }

/** What each till took, by what it handed over, by its books and by the ledger. */
async function books(site: Site, sales: Sales): Promise<Finding[]> {
  const shifts: Shift[] = await getJson(site, `/festivals/${site.festivalId}/shifts`)
  const { rows } = await sql<{ shift_id: string; means: string; cents: number }>`
    select s.shift_id, s.means, sum(p.amount_cents - p.refunded_cents)::int as cents
    from till_sales s join orders o on o.sale_id = s.id join payments p on p.order_id = o.id
    where p.status not in ('pending', 'requires_action', 'failed', 'expired')
    group by s.shift_id, s.means`.execute(site.world.work)
  const ledger = new Map<string, number>()
  for (const { shift_id, means, cents } of rows) ledger.set(`${shift_id} ${means}`, cents)
  return site.tills.flatMap(({ shiftId, name }, n) => {
    const shift = shifts.find(({ id }) => id === shiftId)
    return (['cash', 'terminal'] as const).map((means): Finding => {
      const booked = shift
        ? Math.round((shift.books[means].amount - shift.books[`refunded_${means}`]) * 100)
        : 0
      const taken = sales.takenBy(n, means)
      const paid = ledger.get(`${shiftId} ${means}`) ?? 0
      const isWrong = booked !== taken || paid !== taken || shift?.difference !== 0
      const figures = `${taken} taken, ${booked} booked, ${paid} in the ledger, ${shift?.difference} of difference`
      return [`The books of ${name} differ, ${means}: ${figures}`, isWrong]
    })
  })
}

/** A page that knows all, and the service, are asked about every ticket: both must say the same. */
async function judges(site: Site, { tickets }: Sales): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const gate of [site.gates[2], site.gates[7]]) {
    if (!gate) continue
    await gate.state(true)
    const byService = await saidOf(gate, tickets)
    await gate.connect(false)
    const byPage = await saidOf(gate, tickets)
    await gate.connect(true)
    const differing = byService.flatMap((said, n) =>
      said === byPage[n] || said === 'full' ? [] : [`${said}, ${byPage[n]}`],
    )
    const examples = [...new Set(differing)].slice(0, 3).join('; ')
    findings.push([
      `The judges differ about ${differing.length} at ${gate.name}: ${examples}`,
      differing.length > 0,
    ])
  }
  return findings
}

async function saidOf(gate: Site['gates'][number], tickets: Sales['tickets']) {
  const said: string[] = []
  for (const { code } of tickets.slice(0, 400)) {
    const scanned = await gate.scan({ code, direction: 'in', practice: true })
    said.push(scanned?.reason ?? scanned?.result ?? 'none')
  }
  return said
}
