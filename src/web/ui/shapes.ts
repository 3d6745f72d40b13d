import type { Static } from 'typebox'
import type { FestivalHearts } from '#audience/favourites'
import type { ExpandedInterest } from '#audience/interests'
import type { Accommodation } from '#catalogue/accommodations'
import type { Artist } from '#catalogue/artists'
import type {
  DayAnswer,
  Festival,
  FestivalLight,
  LineUp,
  TierAvailability,
} from '#catalogue/festivals'
import type { GigItem } from '#catalogue/gigs'
import type { Organizer } from '#catalogue/organizers'
import type { Found } from '#catalogue/search'
import type { Notification } from '#messaging/notifications'
import type { Me } from '#people/me'
import type { Order, Payment, VoucherCheck } from '#shop/payments'
import type { Queue } from '#shop/queue'
import type { Subscription } from '#shop/subscriptions'
import type { HeldTicket, Transfer } from '#shop/transfers'
import type { PlaceInLine } from '#shop/waiting'

/** A type as it is read from JSON. */
type Read<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? Read<Item>[]
    : T extends object
      ? { [Key in keyof T]: Read<T[Key]> }
      : T

/** The answers of the API, with the types that the guide reads. */
export type Whole = Read<Static<typeof Festival>>
export type Light = Read<Static<typeof FestivalLight>>
export type Availability = Read<Static<typeof TierAvailability>>
export type Times = Read<Static<typeof DayAnswer>>
export type LineUpRead = Read<Static<typeof LineUp>>
export type Slot = Times['days'][number]['stages'][number]['gigs'][number]
export type ArtistRead = Read<Static<typeof Artist>>
export type GigRead = Read<Static<typeof GigItem>>
export type FoundRead = Read<Static<typeof Found>>
export type HeartsRead = Read<Static<typeof FestivalHearts>>
export type OrganizerRead = Read<Static<typeof Organizer>>
export type OrderRead = Read<Order>
export type StayRead = Read<Accommodation>
export type PlanRead = Read<Subscription>
export type Checked = Read<Static<typeof VoucherCheck>>
export type TicketRead = Read<HeldTicket>
export type PaymentRead = Read<Payment>
export type TransferRead = Read<Transfer>
export type MeRead = Read<Static<typeof Me>>
export type FollowRead = Read<Static<typeof ExpandedInterest>>
export type NoticeRead = Read<Notification>
export type WaitingRead = Read<PlaceInLine>
export type QueueRead = Read<Queue>
export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
  hasMore: boolean
}
export type FestivalPage = { festivals: Whole[]; pagination: Pagination }
export type FestivalMap = { festivals: Light[]; pagination: Pagination }
export type GigPage = { gigs: GigRead[]; pagination: Pagination }
