/** The manifest that a gate reads before it works without a network. */
import { type Static, Type } from 'typebox'
import { AdmissionRule, ZoneName, Zones } from '#core/sale-terms'
import { Limit } from '#platform/http/paging'
import { Name, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'
import { TimeZone } from '#platform/zones/time-zones'
import { Direction } from './schemas.ts'

export const ManifestQuery = Type.Object({
  since: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    description: 'The cursor of the answer before; absent: from the beginning',
    examples: [1200],
  }),
  limit: Limit(1000, 5000),
})

const Offered = Type.Object(
  {
    id: Uuid,
    name: Name('Weekend'),
    valid_since: NullableTimestamp,
    valid_until: NullableTimestamp,
    admission: AdmissionRule,
    zones: Zones,
  },
  { title: 'ManifestOffer' },
)

/** Everything a gate needs to admit without a network. It holds no personal data. */
export const Manifest = Type.Object(
  {
    festival: Type.Object(
      {
        id: Uuid,
        name: Name('Harbour Nights 2027'),
        start_time: Timestamp,
        end_time: Timestamp,
        time_zone: TimeZone,
      },
      { title: 'ManifestFestival' },
    ),
    zone: {
      ...ZoneName,
      description:
        'The part of the festival that this gate leads into: the tickets are told as there',
    },
    keys: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'As in the code', examples: [1] }),
          public_key: Type.String({
            description: 'Ed25519, raw, base64url',
            examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
          }),
        },
        { title: 'ManifestKey' },
      ),
    ),
    tiers: Type.Array(Offered),
    accommodations: Type.Array(Offered),
    tickets: Type.Array(
      Type.Object(
        {
          payment_id: Uuid,
          validated_at: NullableTimestamp,
          revoked: Type.Boolean({ examples: [false] }),
          revision: Type.Integer({
            description: 'The lowest revision whose code admits: how often it was handed on',
            examples: [0],
          }),
          passages: Type.Array(
            Type.Object({ direction: Direction, at: Timestamp }, { title: 'ManifestPassage' }),
            {
              description:
                'The last ten in and the last ten out, through any gate of this zone, by time',
            },
          ),
        },
        { title: 'ManifestTicket' },
      ),
      { description: 'Used, revoked or handed on since the cursor; one may come again' },
    ),
    cursor: Type.String({ description: 'For `since`', examples: ['1200'] }),
    has_more: Type.Boolean({ examples: [false] }),
  },
  { title: 'Manifest' },
)
export type Manifest = Static<typeof Manifest>
