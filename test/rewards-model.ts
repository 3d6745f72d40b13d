/** What the rewards are meant to do, as simply as it can be written: for the test that compares. */
import { newId } from '#platform/ids'

const worth: Record<string, { points: number; per?: 'euro'; cap?: number; once?: boolean }> = {
  model_viewed: { points: 4, cap: 3, once: true },
  model_pinged: { points: 7, cap: 4 },
  ticket_purchased: { points: 1, per: 'euro' },
  ticket_validated: { points: 10, once: true },
}

export type Event = {
  user: number
  type: string
  entity: number | null
  euros: number
  source: number
}
type Known = Event & { points: number; reversed: number; counted: boolean }

/** One thing after the other, in the words of the contract, section 5. */
export class Model {
  day = 0
  available = [0, 0, 0]
  reserved = [0, 0, 0]
  earned = [0, 0, 0]
  owed = [0, 0, 0]
  events = new Map<string, Known>()
  entities = new Set<string>()
  perDay = new Map<string, number>()
  tallies = new Map<string, number>()
  keys = new Set<number>()
  payments: { user: number; points: number; id: string; state: 'reserved' | 'spent' | 'gone' }[] =
    []

  add(map: Map<string, number>, key: string, by: number) {
    map.set(key, (map.get(key) ?? 0) + by)
  }

  record(event: Event, sender: 'client' | 'server'): number {
    const name = sender === 'server' ? `${event.source}` : newId()
    if (this.events.has(name)) return 0
    const counted = this.counts(event, sender)
    const points = counted ? this.worthOf(event, sender) : 0
    this.events.set(name, { ...event, points, reversed: 0, counted })
    if (!counted) return 0
    const { user, type, entity } = event
    if (sender === 'client') this.add(this.perDay, `${this.day} ${user}`, points)
    this.add(this.perDay, `${this.day} ${user} ${type}`, 1)
    this.add(this.tallies, `${user} ${type}`, 1)
    this.entities.add(`${user} ${type} ${entity}`)
    this.move(user, points)
    return points
  }

  counts({ user, type, entity }: Event, sender: 'client' | 'server'): boolean {
    const rule = worth[type]
    if (!rule || (sender === 'client' && type.startsWith('ticket'))) return false
    if (rule.once && (entity === null || this.entities.has(`${user} ${type} ${entity}`)))
      return false
    return !rule.cap || (this.perDay.get(`${this.day} ${user} ${type}`) ?? 0) < rule.cap
  }

  worthOf({ user, type, euros }: Event, sender: 'client' | 'server'): number {
    const { points = 0, per } = worth[type] ?? {}
    if (sender === 'client')
      return Math.min(points, 20 - (this.perDay.get(`${this.day} ${user}`) ?? 0))
    return per === 'euro' ? points * Math.floor(euros) : points
  }

  reverse({ source, key, isWhole, keep, total }: Reversal) {
    const event = this.events.get(`${source}`)
    if (!event || this.keys.has(key)) return
    this.keys.add(key)
    const stays = total > 0 ? Math.floor((event.points * keep) / total) : isWhole ? 0 : event.points
    const due = Math.max(0, event.points - stays - event.reversed)
    event.reversed += due
    const taken = Math.min(due, this.available[event.user] ?? 0)
    this.move(event.user, -taken)
    this.owe(event.user, due - taken)
    if (!isWhole || !event.counted) return
    event.counted = false
    this.entities.delete(`${event.user} ${event.type} ${event.entity}`)
    this.add(this.tallies, `${event.user} ${event.type}`, -1)
  }

  /** What was away pays first what could not be taken meanwhile. */
  giveBack(user: number, points: number) {
    this.available[user] = (this.available[user] ?? 0) + points
    const paid = Math.min(points, this.owed[user] ?? 0)
    this.move(user, -paid)
    this.owe(user, -paid)
  }

  owe(user: number, points: number) {
    this.owed[user] = (this.owed[user] ?? 0) + points
  }

  move(user: number, points: number) {
    this.available[user] = (this.available[user] ?? 0) + points
    this.earned[user] = (this.earned[user] ?? 0) + points
  }
}

export type Reversal = {
  source: number
  key: number
  isWhole: boolean
  keep: number
  total: number
}
