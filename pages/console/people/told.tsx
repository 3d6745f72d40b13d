import { Anchor, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { PersonFollow, PersonRecord } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { When } from '../components/tables/figures.tsx'
import { Listing, Row } from './listing.tsx'

/** A person's follows, and the notifications sent to them. */
export function Told({ record: { follows, notices } }: { record: PersonRecord }) {
  return (
    <Stack gap="lg">
      <Listing
        title="Follows"
        list={follows}
        none="They follow nothing."
        keyOf={({ entity_type, entity_id }) => `${entity_type} ${entity_id}`}
      >
        {(follow) => (
          <Row name={<Followed follow={follow} />} about={follow.entity_type}>
            <When time={follow.created_at} date />
          </Row>
        )}
      </Listing>
      {notices && (
        <Listing
          title="Notices"
          list={notices}
          none="They were told nothing."
          keyOf={({ id }) => id}
        >
          {({ title, type, read, created_at }) => (
            <Row name={title} about={type}>
              <When time={created_at} />
              <br />
              <Mark tone={read ? 'quiet' : 'live'}>{read ? 'read' : 'unread'}</Mark>
            </Row>
          )}
        </Listing>
      )}
    </Stack>
  )
}

function Followed({ follow: { entity_type, entity_id, name } }: { follow: PersonFollow }) {
  if (entity_type === 'genre') return name
  const id = encodeURIComponent(entity_id)
  const place = entity_type === 'artist' ? `/artists?edit=${id}` : `/organizers/${id}`
  return (
    <Anchor component={Link} href={place} inherit>
      {name}
    </Anchor>
  )
}
