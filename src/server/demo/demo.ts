import { sql } from 'kysely'
import { saveArtists } from '#catalogue/artists'
import { type FestivalDraft, saveFestivals } from '#catalogue/festivals'
import { ensureOrganizer } from '#catalogue/organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { createSubscription } from '#shop/subscriptions'
import { amenities, artists, type DemoFestival, festivals, plans } from './data.ts'

const [hour, day] = [3_600_000, 86_400_000]
const [slotsADay, firstSlot] = [4, 16]

/**
 * Creates six festivals in six countries, around today's date, so that a first look finds something to see. Does
 * nothing if other festivals have already been imported.
 */
export function fillWithDemo(db: Database, now: Date) {
  return transact(db, async (trx) => {
    const { rows } = await sql`select from festivals union all select from artists limit 1`.execute(
      trx,
    )
    if (rows.length > 0) return undefined
    const drafts = Object.entries(artists).flatMap(([genres, names]) =>
      names.map((name) => ({ name, genres: genres.split(', ') })),
    )
    const artistIds = await saveArtists(trx, drafts, { createdBy: null })
    for (const { organizer } of festivals) {
      await ensureOrganizer(trx, { id: slug(organizer), name: organizer })
    }
    const saved = festivals.map((festival, index) =>
      toDraft(festival, startOf(festival, now), rotated(artistIds, index * 8)),
    )
    await saveFestivals(trx, saved, now)
    for (const plan of plans) await createSubscription(trx, plan, now)
    const gigs = saved.reduce((sum, { gigs: lineUp = [] }) => sum + lineUp.length, 0)
    return { festivals: festivals.length, artists: drafts.length, gigs }
  })
}

/** The midnight, in local time, at which its first day begins. */
function startOf({ time_zone, startsIn }: DemoFestival, now: Date): number {
  const there = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone)
  return there.startOfDay().add({ days: startsIn }).epochMilliseconds
}

function toDraft(festival: DemoFestival, start: number, artistIds: string[]): FestivalDraft {
  const [lat, lng] = festival.at
  return {
    organizer_id: slug(festival.organizer),
    name: `${festival.name} ${new Date(start + firstSlot * hour).getUTCFullYear()}`,
    description: festival.description,
    venue: festival.venue,
    address: festival.address,
    country: festival.country,
    time_zone: festival.time_zone,
    city: festival.city,
    area: festival.area,
    start_time: new Date(start + firstSlot * hour),
    end_time: new Date(start + festival.days * day),
    coordinates: { lat, lng },
    places: [
      ...festival.stages.map((name, index) =>
        place(festival, { name, type: 'stage', north: 120 * (index - 1), east: 60 * index }),
      ),
      ...amenities.map(([name, type, north, east]) => place(festival, { name, type, north, east })),
    ],
    gigs: lineUp(festival, start, artistIds),
    tickets: tiers(festival, start),
  }
}

/** Converts metres to degrees, precisely enough at the size of a festival. */
function place(
  { at: [lat, lng] }: DemoFestival,
  spot: { name: string; type: string; north: number; east: number },
) {
  const { name, type, north, east } = spot
  const coordinates = {
    lat: lat + north / 111_000,
    lng: lng + east / (111_000 * Math.cos((lat * Math.PI) / 180)),
  }
  return { name, type, coordinates }
}

/**
 * A gig on every stage every day, an hour and a half apart; the times of two artists are still to be announced.
 * The last gig of a day on the first stage is the headliner's.
 */
function lineUp({ stages, days }: DemoFestival, start: number, artistIds: string[]) {
  const slots = Array.from({ length: days * stages.length * slotsADay }, (_, slot) => {
    const dayOfSlot = Math.floor(slot / (stages.length * slotsADay))
    const begins = start + dayOfSlot * day + (firstSlot + (slot % slotsADay) * 1.5) * hour
    const stage = Math.floor(slot / slotsADay) % stages.length
    const headliner = stage === 0 && slot % slotsADay === slotsADay - 1
    return {
      headliner,
      billing: headliner ? dayOfSlot + 1 : null,
      artist_id: artistIds[slot % artistIds.length] ?? null,
      place: stages[stage] ?? null,
      start_time: new Date(begins),
      end_time: new Date(begins + hour),
    }
  })
  const toBeAnnounced = artistIds
    .slice(-2)
    .map((artist_id) => ({ artist_id, place: null, start_time: null, end_time: null }))
  return [...slots, ...toBeAnnounced]
}

function tiers({ weekend, days }: DemoFestival, start: number) {
  const valid_until = new Date(start + days * day)
  const none = { start_time: null, end_time: null, valid_since: null, valid_until }
  return [
    { ...none, name: 'Weekend', price: weekend / 100, quantity: 2_000 },
    {
      ...none,
      name: 'Early bird',
      price: Math.round(weekend * 0.8) / 100,
      quantity: 200,
      end_time: new Date(start - 14 * day),
    },
    {
      ...none,
      name: 'Day ticket',
      price: Math.round(weekend / 2.2) / 100,
      quantity: 500,
      start_time: new Date(start - 30 * day),
    },
    { ...none, name: 'Under 12', price: 0, quantity: 300 },
  ]
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function rotated<T>(items: T[], by: number): T[] {
  return [...items.slice(by), ...items.slice(0, by)]
}
