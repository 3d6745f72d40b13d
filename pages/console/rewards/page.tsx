import { Redirect, useRoute } from 'wouter'
import type { Call } from '../components/call-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PartTabs } from '../components/part-tabs.tsx'
import { BadgesTab } from './badges.tsx'
import { ChallengesTab } from './challenges.tsx'
import { LevelsTab } from './levels.tsx'
import { RulesTab } from './rules.tsx'

const tabs = [
  { path: 'rules', label: 'Points', part: RulesTab },
  { path: 'badges', label: 'Badges', part: BadgesTab },
  { path: 'levels', label: 'Levels', part: LevelsTab },
  { path: 'challenges', label: 'Challenges', part: ChallengesTab },
]

const calls: Call[] = [
  {
    title: 'Set the points of an event',
    method: 'PUT',
    path: '/rewards/rules/festival_viewed',
    body: { points: 1, daily_cap: 10, once_per_entity: true },
    code: "await festival.rewards.setRule('festival_viewed', {\n  points: 1,\n  daily_cap: 10,\n  once_per_entity: true,\n})",
  },
  {
    title: 'Send an event of a user',
    method: 'POST',
    path: '/rewards/events',
    body: { event_type: 'festival_viewed', entity_type: 'festival', entity_id: 'FESTIVAL_ID' },
    code: "const { points_awarded } = await festival.rewards.record({\n  event_type: 'festival_viewed',\n  entity_type: 'festival',\n  entity_id: 'FESTIVAL_ID',\n})",
  },
  {
    title: 'How a badge is taken up, day by day',
    method: 'GET',
    path: '/rewards/badges/BADGE_ID/uptake',
    code: "const { started, earned, days } = await festival.rewards.badgeUptake('BADGE_ID')",
  },
  {
    title: 'Claim a challenge as a user',
    method: 'POST',
    path: '/rewards/challenges/claim/CODE',
    code: "await festival.rewards.claim('CODE')",
  },
]

/** The rules of the visitors' rewards (contract, section 5). */
export function RewardsPage() {
  const [, params] = useRoute('/rewards/:tab')
  const here = tabs.find(({ path }) => path === (params?.tab ?? 'rules'))
  if (!here) return <Redirect to="/rewards" replace />
  return (
    <>
      <PageHeader
        title="Rewards"
        description="Points for what visitors do, badges and levels they earn, and challenges they claim with a code."
        calls={calls}
      />
      <PartTabs label="Kinds of rewards" base="/rewards" tabs={tabs} here={here} />
    </>
  )
}
