/** A simple model of the rewards, for the test that compares them. */
import { newId } from '#platform/values/ids'

const worth: Record<string, { points: number; per?: 'euro'; cap?: number; once?: boolean }> = {
  model_viewed: { points: 4, cap: 3, once: true },
  model_pinged: { points: 7, cap: 4 },
  ticket_purchased: { points: 1, per: 'euro', cap: 20 },
  ticket_validated: { points: 10, once: true, cap: 5 },
}

export type Event = {
  user: number
  type: string
  entity: number | null
  euros: number
  source: number
  isOwn: boolean
}
type ModelEvent = Event & { points: number; reversed: number; counted: boolean }

/** One operation after the other, in the terms of the contract, section 5. */
export class Model {
  day = 0
  available = [0, 0, 0]
  reserved = [0, 0, 0]
  earned = [0, 0, 0]
  owed = [0, 0, 0]
  kept = [0, 0, 0]
  /** by key: what a reversal deducted, still owes and kept */
  reversals = new Map<number, { source: number; taken: number; short: number; kept: number }>()
  events = new Map<string, ModelEvent>()
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

  counts({ user, type, entity, isOwn }: Event, sender: 'client' | 'server'): boolean {
    const rule = worth[type]
    if (!rule || isOwn || (sender === 'client' && type.startsWith('ticket'))) return false
    if (rule.once && (entity === null || this.entities.has(`${user} ${type} ${entity}`)))
      return false
    return !rule.cap || (this.perDay.get(`${this.day} ${user} ${type}`) ?? 0) < rule.cap
  }

  worthOf({ user, type, euros }: Event, sender: 'client' | 'server'): number {
    const { points = 0, per } = worth[type] ?? {}
    if (sender === 'client')
      return Math.min(points, 20 - (this.perDay.get(`${this.day} ${user}`) ?? 0))
    return per === 'euro' ? points * Math.floor(euros) : Math.min(points, Math.floor(euros))
  }

  /** Reverses what events earned; returns the points each refund withholds in money. */
  reverseAll(given: Reversal[]): Map<string, number> {
    const left = new Map(given.map(({ refund, mostKept }) => [refund, mostKept]))
    const kept = new Map<string, number>()
    for (const one of given) {
      const points = this.reverse(one, left.get(one.refund) ?? 0)
      left.set(one.refund, (left.get(one.refund) ?? 0) - points)
      if (points > 0) this.add(kept, `${one.refund}`, points)
    }
    return kept
  }

  reverse({ source, key, isWhole, keep, total }: Reversal, mostKept: number): number {
    const event = this.events.get(`${source}`)
    if (!event || this.keys.has(key)) return 0
    this.keys.add(key)
    const { user } = event
    const stays = total > 0 ? Math.floor((event.points * keep) / total) : isWhole ? 0 : event.points
    const due = Math.max(0, event.points - stays - event.reversed)
    event.reversed += due
    const taken = Math.min(due, this.available[user] ?? 0)
    const kept = Math.min(due - taken, mostKept)
    this.move(user, -taken)
    this.owe(user, due - taken - kept)
    this.kept[user] = (this.kept[user] ?? 0) + kept
    this.reversals.set(key, { source, taken, short: due - taken - kept, kept })
    if (!isWhole || !event.counted) return kept
    event.counted = false
    this.entities.delete(`${user} ${event.type} ${event.entity}`)
    this.add(this.tallies, `${user} ${event.type}`, -1)
    return kept
  }

  /** A refused refund: its points are earned again, up to what stays has earned, and first pay what is owed. */
  restore(key: number, { keep, total }: { keep: number; total: number }) {
    const undone = this.reversals.get(key)
    const event = this.events.get(`${undone?.source}`)
    if (!undone || !event) return
    this.reversals.delete(key)
    const { taken, short, kept } = undone
    const { user } = event
    const most = event.reversed - event.points + Math.floor((event.points * keep) / total)
    const back = Math.max(0, Math.min(taken + short + kept, most))
    const unkept = Math.min(kept, back)
    event.reversed -= back
    this.kept[user] = (this.kept[user] ?? 0) - unkept
    this.earned[user] = (this.earned[user] ?? 0) + back - unkept
    this.giveBack(user, back - unkept)
  }

  /** New points first pay what could not be deducted before. */
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
  refund: number
  mostKept: number
}
