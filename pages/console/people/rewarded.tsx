import { Stack } from '@mantine/core'
import type { PersonRecord } from '../../../client/src/index.ts'
import { Fact, Facts } from '../components/fact.tsx'
import { Mark } from '../components/mark.tsx'
import { Part } from '../components/part.tsx'
import { When } from '../components/tables/figures.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { inDigits } from '../overview/words.ts'
import { Listing, Row } from './listing.tsx'

/** The points of a person, and the reasons for them. */
export function Rewarded({ record: { points, badges, claims } }: { record: PersonRecord }) {
  return (
    <Stack gap="lg">
      <Part title="Points">
        <Facts>
          <Fact name="Balance">{inDigits(points.balance)}</Fact>
          <Fact name="Ever earned">{inDigits(points.total_earned)}</Fact>
          <Fact name="Level">{points.level}</Fact>
        </Facts>
      </Part>
      <Listing
        title="Badges"
        list={{ total: badges.length, latest: badges }}
        none="They have begun no badge."
        keyOf={({ id }) => id}
      >
        {({ name, icon, progress, unlocked }) => (
          <Row
            name={
              <Thumbnail photo={icon} name={name}>
                {name}
              </Thumbnail>
            }
          >
            {unlocked ? (
              <Mark tone="good">unlocked</Mark>
            ) : (
              `${inDigits(progress.current)} of ${inDigits(progress.target)}`
            )}
          </Row>
        )}
      </Listing>
      <Listing
        title="Challenges"
        list={claims}
        none="They have claimed no challenge."
        keyOf={({ challenge }) => challenge.id}
      >
        {({ challenge, claimed_at }) => (
          <Row name={challenge.name}>
            <When time={claimed_at} />
          </Row>
        )}
      </Listing>
      <Listing
        title="Changes of points"
        list={points.entries}
        none="No points were earned or spent."
        keyOf={({ created_at, kind, delta }) => `${created_at} ${kind} ${delta}`}
      >
        {({ kind, delta, created_at }) => (
          <Row name={kind} about={<When time={created_at} />}>
            {delta > 0 ? `+${inDigits(delta)}` : inDigits(delta)}
          </Row>
        )}
      </Listing>
    </Stack>
  )
}
