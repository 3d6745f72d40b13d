/** Made-up festivals for a first look around: none of these artists exists. */

export const artists: Record<string, string[]> = {
  'folk, singer-songwriter': [
    'The Paper Lanterns',
    'Old Ferry',
    'Maren Skau',
    'Wren & Tide',
    'Juniper Hall',
    'Low Meadow',
  ],
  'electronic, techno': [
    'Nordlicht 9',
    'Kassiopeia',
    'Modul Ost',
    'Ghost Tram',
    'Velvet Circuit',
    'Ada Null',
  ],
  'rock, indie rock': [
    'Copper Weather',
    'The Second Hands',
    'Motel Aurora',
    'Glasshouse Riot',
    'Sundial',
    'Border Town',
  ],
  'jazz, funk': [
    'Seven Corners',
    'Lisbon Afternoon',
    'Delia Marsh Quintet',
    'Brass Parade',
    'The Odd Meters',
    'Blue Kiosk',
  ],
  'hip hop': [
    'Kid Meridian',
    'Nia Bloom',
    'Doppelkorn',
    'Ten Past Never',
    'Salt & Sugar',
    'Mister Quay',
  ],
  'metal, doom metal': [
    'Iron Orchard',
    'Wolfmoor',
    'Ashen Choir',
    'Tectonic',
    'Black Harvest',
    'Grave Carnival',
  ],
  'pop, synth-pop': [
    'Ines Castel',
    'Soft Arcade',
    'Summer Static',
    'Lunabar',
    'The Polaroids',
    'Yuki & the Waves',
  ],
  'afrobeat, reggae': [
    'Lagos Nights',
    'Coral Sound',
    'Amara Diallo',
    'Tropic Relay',
    'Palm Republic',
    'Freedom Avenue',
  ],
}

export type DemoFestival = {
  organizer: string
  name: string
  country: string
  time_zone: string
  city: string
  area: string
  venue: string
  address: string
  description: string
  at: [lat: number, lng: number]
  /** days from now; the first one runs already */
  startsIn: number
  days: number
  stages: string[]
  /** price of the whole festival, cents */
  weekend: number
}

export const festivals: DemoFestival[] = [
  {
    organizer: 'Harbour Nights',
    name: 'Harbour Nights',
    country: 'Denmark',
    time_zone: 'Europe/Copenhagen',
    city: 'Kalvø',
    area: 'Zealand',
    venue: 'Kalvø Pier',
    address: 'Kalvø Havnevej 4',
    description: 'Three nights of songs where the ferries used to land.',
    at: [55.71, 12.61],
    startsIn: -1,
    days: 3,
    stages: ['Pier', 'Boathouse', 'Lighthouse'],
    weekend: 12_900,
  },
  {
    organizer: 'Waldklang',
    name: 'Waldklang',
    country: 'Germany',
    time_zone: 'Europe/Berlin',
    city: 'Grünsee',
    area: 'Brandenburg',
    venue: 'Lichtung am Grünsee',
    address: 'Am Grünsee 1',
    description: 'Electronic music among the pines, with a lake for the mornings.',
    at: [53.12, 13.41],
    startsIn: 24,
    days: 3,
    stages: ['Lichtung', 'Steg', 'Hangar'],
    weekend: 14_500,
  },
  {
    organizer: 'Sol y Sal',
    name: 'Sol y Sal',
    country: 'Spain',
    time_zone: 'Europe/Madrid',
    city: 'El Faro',
    area: 'Andalusia',
    venue: 'Playa del Faro',
    address: 'Paseo del Faro',
    description: 'Salt in the hair, three stages on the sand, sunrise included.',
    at: [36.72, -4.41],
    startsIn: 61,
    days: 4,
    stages: ['Faro', 'Duna', 'Marea'],
    weekend: 16_900,
  },
  {
    organizer: 'Fells & Fires',
    name: 'Fells & Fires',
    country: 'United Kingdom',
    time_zone: 'Europe/London',
    city: 'Thornmere',
    area: 'Cumbria',
    venue: 'Thornmere Common',
    address: 'Thornmere Lane',
    description: 'Folk, rock and bonfires under the fells. Bring boots.',
    at: [54.54, -3.11],
    startsIn: 95,
    days: 3,
    stages: ['Common', 'Barn', 'Fireside'],
    weekend: 11_500,
  },
  {
    organizer: 'Bella Notte',
    name: 'Bella Notte Jazz',
    country: 'Italy',
    time_zone: 'Europe/Rome',
    city: 'Torri',
    area: 'Umbria',
    venue: 'Piazza delle Torri',
    address: 'Piazza delle Torri 9',
    description: 'A hill town that stays up late for one long weekend of jazz.',
    at: [43.11, 12.39],
    startsIn: 140,
    days: 3,
    stages: ['Piazza', 'Chiostro', 'Teatro'],
    weekend: 9_900,
  },
  {
    organizer: 'Polar Ring',
    name: 'Polar Ring',
    country: 'Norway',
    time_zone: 'Europe/Oslo',
    city: 'Isfjell',
    area: 'Troms',
    venue: 'Isfjell Arena',
    address: 'Isfjellveien 70',
    description: 'Metal above the polar circle, in the weeks when the sun never sets.',
    at: [69.65, 18.96],
    startsIn: 210,
    days: 3,
    stages: ['Arena', 'Nordlys', 'Kjeller'],
    weekend: 13_900,
  },
]

/** Amenities besides the stages: name, type, metres north and east of the middle. */
export const amenities: [name: string, type: string, north: number, east: number][] = [
  ['Main entrance', 'entrance', -220, 0],
  ['Street kitchen', 'food', 40, 130],
  ['Bar', 'drink', 60, -120],
  ['First aid', 'medical', -80, 90],
  ['Camp', 'camping', 320, 40],
]

export const plans = [
  {
    name: 'Friend',
    description: 'Early tickets, and a place by the fire',
    price: 4.5,
    duration: 1,
    duration_type: 'month' as const,
  },
  {
    name: 'Patron',
    description: 'A year of everything friends have, and a look behind the stage',
    price: 48,
    duration: 1,
    duration_type: 'year' as const,
  },
]
