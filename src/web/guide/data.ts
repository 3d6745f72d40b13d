import { withOffset } from '#platform/zones/local-time'
import type { Availability, LineUpRead, Whole } from '../ui/shapes.ts'

/** The maximum number of performers listed for search engines. */
const most = 20

type About = { left: Availability[]; artists: LineUpRead['artists']; origin: string }

/** Returns the festival as a schema.org event. */
export function festivalData(festival: Whole, { left, artists, origin }: About): object {
  const { id, name, description, photo, start_time, end_time, time_zone, organizer } = festival
  const url = `${origin}/guide/${id}`
  return {
    '@context': 'https://schema.org',
    '@type': ['Event', 'Festival'],
    name,
    url,
    startDate: withOffset(start_time, time_zone),
    endDate: withOffset(end_time, time_zone),
    eventStatus: `https://schema.org/${festival.cancelled_at ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(description && { description }),
    ...(photo && { image: photo.startsWith('/') ? `${origin}${photo}` : photo }),
    location: locationOf(festival),
    organizer: { '@type': 'Organization', name: organizer.name },
    performer: artists.slice(0, most).map((artist) => ({
      '@type': 'MusicGroup',
      name: artist.name,
      url: `${origin}/guide/artists/${artist.id}`,
    })),
    offers: offersOf(festival, { left, url }),
  }
}

function locationOf({ name, venue, address, city, area, country, coordinates }: Whole): object {
  return {
    '@type': 'Place',
    name: venue ?? name,
    address: {
      '@type': 'PostalAddress',
      ...(address && { streetAddress: address }),
      ...(city && { addressLocality: city }),
      ...(area && { addressRegion: area }),
      ...(country && { addressCountry: country }),
    },
    ...(coordinates && {
      geo: { '@type': 'GeoCoordinates', latitude: coordinates.lat, longitude: coordinates.lng },
    }),
  }
}

function offersOf(
  { tickets, time_zone }: Whole,
  { left, url }: { left: Availability[]; url: string },
) {
  const standing = new Map(left.map(({ ticket_id, status }) => [ticket_id, status]))
  return tickets.map(({ id, name, price, start_time }) => ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'EUR',
    url,
    availability: `https://schema.org/${words[standing.get(id) ?? 'closed']}`,
    ...(start_time && { validFrom: withOffset(start_time, time_zone) }),
  }))
}

const words: Record<Availability['status'], string> = {
  on_sale: 'InStock',
  not_yet: 'PreSale',
  closed: 'Discontinued',
  sold_out: 'SoldOut',
}
