// Printed from migrations/ by `npm run db:types`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

type Point = ColumnType<{ x: number; y: number }, string, string>

export interface Tables {
  accommodations: {
    id: string
    festival_id: string
    name: string
    type: string | null
    description: string | null
    price_cents: number
    quantity: number
    sold: Generated<number>
    held: Generated<number>
    capacity: number | null
    check_in: Date | null
    check_out: Date | null
    amenities: Generated<string[]>
    photo: string | null
    created_at: Generated<Date>
    archived_at: Date | null
  }
  artist_genres: {
    artist_id: string
    genre_id: string
  }
  artists: {
    id: string
    name: string
    search_name: string
    photo: string | null
    bio: string | null
    music_streaming: string | null
    audio_sharing: string | null
    video_sharing: string | null
    source: string | null
    created_by: string | null
    created_at: Generated<Date>
  }
  client_secrets: {
    id: string
    client_id: string
    hash: Buffer
    last_four: string
    created_at: Generated<Date>
    ends_at: Date | null
    last_used_at: Date | null
  }
  clients: {
    id: string
    name: string
    scopes: string[]
    suspended_at: Date | null
    created_at: Generated<Date>
  }
  festivals: {
    id: string
    organizer_id: string | null
    name: string
    search_name: string
    description: string | null
    venue: string | null
    address: string | null
    country: string | null
    country_key: string | null
    area: string | null
    start_time: Date
    end_time: Date
    photo: string | null
    coordinates: Point | null
    location: Point | null
    rank: Generated<number>
    source: string | null
    created_at: Generated<Date>
    cancelled_at: Date | null
    deleted_at: Date | null
  }
  genres: {
    id: string
    name: string
    key: string
    search_name: string
  }
  gigs: {
    id: string
    festival_id: string
    artist_id: string | null
    place_id: string | null
    start_time: Date | null
    end_time: Date | null
  }
  idempotency_keys: {
    caller: string
    method: string
    path: string
    key: string
    request_hash: Buffer
    status: number | null
    answer: string | null
    created_at: Generated<Date>
  }
  interests: {
    id: string
    user_id: string
    artist_id: string | null
    organizer_id: string | null
    genre_id: string | null
    created_at: Generated<Date>
  }
  migrations: {
    name: string
    applied_at: Generated<Date>
  }
  organizer_managers: {
    organizer_id: string
    user_id: string
    created_at: Generated<Date>
  }
  organizers: {
    id: string
    name: string
    description: string | null
    photo: string | null
    created_at: Generated<Date>
  }
  password_resets: {
    hash: Buffer
    user_id: string
    expires_at: Date
  }
  places: {
    id: string
    festival_id: string
    position: number
    name: string
    type: string | null
    coordinates: Point | null
  }
  points: {
    user_id: string
    available: Generated<number>
    reserved: Generated<number>
  }
  sign_in_failures: {
    pair: Buffer
    failures: number
    since: Date
    wait_until: Date | null
  }
  subscriptions: {
    id: string
    name: string
    description: string | null
    price_cents: number
    duration: number
    duration_type: string
    created_at: Generated<Date>
    archived_at: Date | null
  }
  tiers: {
    id: string
    festival_id: string
    position: number
    name: string
    price_cents: number
    quantity: number
    sold: Generated<number>
    held: Generated<number>
    start_time: Date | null
    end_time: Date | null
    valid_since: Date | null
    valid_until: Date | null
    archived_at: Date | null
  }
  tokens: {
    hash: Buffer
    client_id: string
    user_id: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  users: {
    id: string
    first_name: string
    last_name: string
    email: string | null
    email_key: string | null
    password_hash: string | null
    photo: string | null
    phone: string | null
    address: string | null
    city: string | null
    country: string | null
    roles: Generated<string[]>
    permissions: Generated<string[]>
    suspended_at: Date | null
    erased_at: Date | null
    created_at: Generated<Date>
  }
}
