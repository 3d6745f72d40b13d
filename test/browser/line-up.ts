/** A festival for timetables of one's own. */
import { aFestival, aGig, anArtist, aPlace } from '../catalogue.ts'
import type { Site } from './site.ts'

/** 16:00 at the festival. */
export const noon = new Date('2099-07-01T14:00:00Z')

/** Two stages 800 m apart, gigs that clash, one that comes next, one after midnight and one to be announced. */
export async function aLineUp(site: Site) {
  const festival = await aFestival(site, {
    name: 'Harbour Nights',
    time_zone: 'Europe/Copenhagen',
    start_time: new Date('2099-07-01T12:00:00Z'),
    end_time: new Date('2099-07-03T03:00:00Z'),
  })
  const at = { festival_id: festival.id }
  const [pier, tent] = [
    await aPlace(site, { ...at, name: 'Pier', type: 'stage', coordinates: '(12.6,55.7)' }),
    await aPlace(site, { ...at, name: 'Tent', type: 'stage', coordinates: '(12.6,55.7072)' }),
  ]
  const gig = async (name: string, place: { id: string }, times: [from: string, until: string]) => {
    const [start_time, end_time] = times.map((time) => new Date(time)) as [Date, Date]
    const artist = await anArtist(site, { name })
    const about = { ...at, place_id: place.id, artist_id: artist.id, start_time, end_time }
    return aGig(site, about)
  }
  const [lanterns, ebb, tide, late] = [
    await gig('The Lanterns', pier, ['2099-07-01T16:00:00Z', '2099-07-01T17:00:00Z']),
    await gig('Ebb Trio', tent, ['2099-07-01T16:30:00Z', '2099-07-01T17:30:00Z']),
    await gig('Tide & Co', pier, ['2099-07-01T17:40:00Z', '2099-07-01T18:40:00Z']),
    await gig('Late Ferry', tent, ['2099-07-02T01:00:00Z', '2099-07-02T02:00:00Z']),
  ]
  const open = await anArtist(site, { name: 'Still Open' })
  await aGig(site, { ...at, artist_id: open.id })
  return { festival, lanterns, ebb, tide, late }
}
