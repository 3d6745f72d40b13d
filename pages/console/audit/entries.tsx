import { ActionIcon, Anchor, Box, Button, Card, NavLink, Popover, Stack, Text } from '@mantine/core'
import { DotsHorizontalIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { useNow } from '../components/relative.tsx'
import './audit.css'
import { Changes } from './changes.tsx'
import { useActor, usePerson } from './person.ts'
import { sentenceOf, titleOf } from './sentences.ts'
import { type Run, storyOf, sumOf } from './story.ts'
import { clockOf, dayInWords, placeOf } from './words.ts'

type Props = {
  entries: AuditEntry[]
  /** true if all entries are of one record, beside which they are shown */
  isOfOne?: boolean
}

/** The audit log as the story of each day, newest first. */
export function Entries({ entries, isOfOne = false }: Props) {
  const now = useNow()
  return (
    <Stack>
      {storyOf(entries).map(({ day, runs }) => (
        <Stack key={day} gap="xs" component="section">
          <Text component={isOfOne ? 'h3' : 'h2'} fw={600}>
            {dayInWords(day, now)}
          </Text>
          <Card withBorder p={0}>
            <ol className="audit" aria-label="Changes">
              {runs.map((run) => (
                <Told key={run[0].id} run={run} isOfOne={isOfOne} />
              ))}
            </ol>
          </Card>
        </Stack>
      ))}
    </Stack>
  )
}

/** Changes shown as one; each of them on request. */
function Told({ run, isOfOne }: { run: Run; isOfOne: boolean }) {
  const [isEach, setEach] = useState(false)
  const [newest, ...older] = run
  if (older.length === 0) return <Entry run={run} isOfOne={isOfOne} />
  if (!isEach) {
    return (
      <Entry run={run} isOfOne={isOfOne}>
        <Button size="compact-xs" variant="subtle" onClick={() => setEach(true)}>
          Show each of the {run.length} changes
        </Button>
      </Entry>
    )
  }
  return [newest, ...older].map((entry) => <Entry key={entry.id} run={[entry]} isOfOne={isOfOne} />)
}

type EntryProps = { run: Run; isOfOne: boolean; children?: React.ReactNode }

function Entry({ run, isOfOne, children }: EntryProps) {
  const sum = sumOf(run)
  const first = run.at(-1) ?? sum
  return (
    <li className="audit-entry">
      <Text size="sm" c="dimmed" className="numbers">
        {first !== run[0] && clockOf(first.at) !== clockOf(sum.at) && (
          <>
            <At time={first.at} />–
          </>
        )}
        <At time={sum.at} />
      </Text>
      <Stack gap={6} align="flex-start" miw={0}>
        <Sentence entry={sum} times={run.length} isOfOne={isOfOne} />
        <Changes entry={sum} />
        {children}
      </Stack>
      <Box>{!isOfOne && <Related entry={sum} />}</Box>
    </li>
  )
}

/** A time of the day; the exact time on hover. */
function At({ time }: { time: string }) {
  return (
    <time dateTime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
      {clockOf(time)}
    </time>
  )
}

type SentenceProps = { entry: AuditEntry; times: number; isOfOne: boolean }

function Sentence({ entry, times, isOfOne }: SentenceProps) {
  const actor = useActor(entry.actor)
  const person = usePerson(entry.entity_type === 'user' ? entry.entity_id : null)
  const { does, what, at, where } = sentenceOf(entry, person)
  const place = isOfOne ? undefined : placeOf(entry)
  return (
    <Text size="sm" className="wraps">
      <strong>{actor}</strong> {does}{' '}
      {place ? (
        <Anchor component={Link} href={place} size="sm" fw={600}>
          {what}
        </Anchor>
      ) : (
        <strong>{what}</strong>
      )}
      {at}
      {where}
      {times > 1 && `, ${times} times`}
    </Text>
  )
}

/** Leads to the log's other entries about the record, or of the person. */
function Related({ entry: { action, actor, entity_type, entity_id } }: { entry: AuditEntry }) {
  const address = useAddress()
  if (entity_id === null && actor.user_id === null) return null
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Related to: ${titleOf(action)}`}
          flex="none"
        >
          <DotsHorizontalIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Related changes">
        {entity_id !== null && (
          <NavLink
            component="button"
            label={`All changes of this ${entity_type}`}
            onClick={() => address.set({ entity_type, entity_id, show: 'all' })}
          />
        )}
        {actor.user_id !== null && (
          <NavLink
            component="button"
            label="All changes by this person"
            onClick={() => address.set({ actor: actor.user_id ?? '', show: 'all' })}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
