import { Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { ArrowLeftIcon, ExternalLinkIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import type { Festival } from '../../../client/src/index.ts'
import { Boundary } from '../components/boundary.tsx'
import { Zone } from '../components/fields/zone.ts'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Loading, Shown } from '../components/states.tsx'
import { inWords } from '../components/tables/figures.tsx'
import { type Holds, useManages } from '../organizers/manages.ts'
import { queries } from '../queries.ts'
import { festival } from '../session.ts'
import { callsOf } from './calls.ts'
import { Publish } from './details/publishing.tsx'
import { NextSteps } from './next-steps.tsx'
import { wholeOfFestival } from './sets.ts'
import { StateMark } from './state.tsx'
import { type Tab, tabs } from './tabs.tsx'

type Props = { id: string; tab: string | undefined }

/** The workspace of a festival: a summary at the top, and a tab for each part. */
export function FestivalPage({ id, tab }: Props) {
  const found = useQuery({
    queryKey: ['festival', id],
    queryFn: ({ signal }) => festival.festivals.get(id, wholeOfFestival, { signal }),
  })
  return (
    <Stack gap="xs">
      <Anchor component={Link} href="/festivals" size="sm">
        <ArrowLeftIcon aria-hidden /> All festivals
      </Anchor>
      <Shown query={found}>{(one) => <Mine festival={one} tab={tab} />}</Shown>
    </Stack>
  )
}

/** A user without a role in its organizer is informed, rather than refused at the first change. */
function Mine({ festival: one, tab }: { festival: Festival; tab: string | undefined }) {
  const { organizer, holds } = useManages(one.organizer.id)
  const shown = tabs.filter(({ right }) => holds(right))
  if (shown.length > 0) return <Workspace festival={one} tab={tab} tabs={shown} holds={holds} />
  return (
    <>
      <PageHeader title={one.name} />
      <Shown query={organizer}>
        {() => (
          <Empty
            title="You do not manage this festival"
            text={`It belongs to ${one.organizer.name}, whose managers can add you.`}
            action={
              <Button component="a" href={`/guide/${one.id}`} variant="default">
                See it in the guide
              </Button>
            }
          />
        )}
      </Shown>
    </>
  )
}

type WorkspaceProps = {
  festival: Festival
  tab: string | undefined
  /** the tabs that the user may open */
  tabs: Tab[]
  holds: Holds
}

function Workspace({ festival: one, tab, tabs, holds }: WorkspaceProps) {
  const { id, name } = one
  const [, navigate] = useLocation()
  const [first] = tabs
  const here = tabs.find(({ path }) => path === tab) ?? (tab === undefined ? first : undefined)
  if (!here) return <Redirect to={`/festivals/${id}`} replace />
  const refresh = () => void queries.invalidateQueries({ queryKey: ['festival', id] })
  return (
    <>
      <PageHeader
        title={name}
        description={<Facts festival={one} />}
        calls={callsOf(here.path, one)}
        actions={
          one.published_at === null ? (
            <Group gap="xs">
              <Button component="a" href={`/guide/${id}`} variant="default">
                Preview
              </Button>
              {holds('manage') && <Publish festival={one} refresh={refresh} />}
            </Group>
          ) : (
            <Button
              component="a"
              href={`/guide/${id}`}
              variant="default"
              leftSection={<ExternalLinkIcon aria-hidden />}
            >
              In the guide
            </Button>
          )
        }
      />
      {holds('manage') && <NextSteps festival={one} />}
      <Tabs
        value={here.path}
        onChange={(path) => navigate(`/festivals/${id}/${path}`)}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <Tabs.List aria-label="Parts of the festival" className="scrolls" mb="lg">
          {tabs.map(({ path, label }) => (
            <Tabs.Tab
              key={path}
              value={path}
              mih={44}
              px="xs"
              ref={path === here.path ? show : null}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ path, tab: Part }) => (
          <Tabs.Panel key={path} value={path}>
            <Boundary resetOn={path}>
              <Suspense fallback={<Loading />}>
                <Zone value={one.time_zone}>
                  <Part festival={one} refresh={refresh} holds={holds} />
                </Zone>
              </Suspense>
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** On a phone the active tab may be out of sight. */
function show(tab: HTMLElement | null) {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The state and the times; on a phone, where room is short, without the place and the organizer, which the details have. */
function Facts({ festival: one }: { festival: Festival }) {
  const { start_time, end_time, time_zone, venue, country, organizer } = one
  const where = [venue, country].filter(Boolean).join(', ')
  return (
    <Group component="span" gap="4px 14px">
      <StateMark of={one} />
      <Text span inherit>
        {inWords(start_time, false, time_zone)} – {inWords(end_time, false, time_zone)} {time_zone}
      </Text>
      {where !== '' && (
        <Text span inherit className="wraps" visibleFrom="sm">
          {where}
        </Text>
      )}
      <Text span inherit className="wraps" visibleFrom="sm">
        by{' '}
        <Anchor component={Link} href={`/organizers/${organizer.id}`} inherit underline="always">
          {organizer.name}
        </Anchor>
      </Text>
    </Group>
  )
}
