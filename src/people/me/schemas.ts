import { type Static, Type } from 'typebox'
import { Interest } from '#audience/interests'
import { Badge, Level } from '#audience/rewards'
import { FestivalLight } from '#catalogue/festivals'
import { GigItem } from '#catalogue/gigs'
import { NamedOrganizer, OwnRole } from '#catalogue/organizers'
import { User } from '#identity/users'
import { Expand, Limit, Page, Pagination, withLists } from '#platform/http/paging'
import { Uuid } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'

const points = Type.Integer({ description: 'The balance, reserved ones included', examples: [120] })

/** The part of the signed-in user shown beside the feed. */
const Account = Type.Interface([User], { points }, { title: 'FeedAccount' })

/** The signed-in user. */
export const Me = Type.Interface(
  [User],
  {
    points,
    level: Level,
    badges: Type.Array(Badge),
    permissions: Type.Array(Type.String({ examples: ['manage_catalog'] })),
    organizer_roles: Type.Array(OwnRole),
    interests: Type.Array(Interest),
    subscription: Type.Union([
      Type.Object(
        {
          id: Uuid,
          ends_at: Timestamp,
        },
        { title: 'CurrentMembership' },
      ),
      Type.Null(),
    ]),
  },
  { title: 'CurrentUser', 'x-extends': User },
)

/** The maximum of `festivals_limit` and `gigs_limit` (docs/contract, 4.8). */
export const mostFed = 100

const { page } = Page(20, mostFed).properties

const besideFeed = ['me', 'unread'] as const

export const FeedQuery = Type.Object(
  {
    festivals_page: page,
    festivals_limit: Limit(20, mostFed),
    festivals_time: Type.Enum(['upcoming', 'running', 'current'], {
      default: 'upcoming',
      description: 'current: those that are running, and then the upcoming ones',
    }),
    gigs_page: page,
    gigs_limit: Limit(20, mostFed),
    expand: Expand(
      besideFeed,
      'me: the account and its points. unread: how many notifications are unread',
    ),
  },
  withLists,
)
export type FeedTime = Static<typeof FeedQuery>['festivals_time']

const followed = Type.Boolean({
  description: 'Whether the user follows the organizer, or an artist who plays',
  examples: [true],
})

/** A festival in the feed: the light form of the map, its organizer, and true if the user follows it. */
export const FeedFestival = Type.Interface(
  [FestivalLight],
  {
    time_zone: TimeZone,
    organizer: NamedOrganizer,
    followed,
  },
  { title: 'FeedFestival', 'x-extends': FestivalLight },
)
export type FeedFestival = Static<typeof FeedFestival>

const FeedGig = Type.Interface([GigItem], { followed }, { title: 'FeedGig', 'x-extends': GigItem })
export type FeedGig = Static<typeof FeedGig>

export const Feed = Type.Object({
  festivals: Type.Array(FeedFestival),
  festivalsPagination: Pagination,
  gigs: Type.Array(FeedGig),
  gigsPagination: Pagination,
  me: Type.Optional(Account),
  unread_count: Type.Optional(
    Type.Integer({
      description:
        'With expand=unread: how many notifications are unread; at most 10,000 are counted',
      examples: [3],
    }),
  ),
})
export type FeedAnswer = Static<typeof Feed>
