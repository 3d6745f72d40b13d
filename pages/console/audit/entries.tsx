import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Card,
  Group,
  NavLink,
  Popover,
  Stack,
  Text,
} from '@mantine/core'
import { ArrowRightIcon, DotsHorizontalIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { useNow } from '../components/relative.tsx'
import { nameOf } from '../people/words.ts'
import { festival } from '../session.ts'
import './audit.css'
import { changesOf, dayAndTime, inWordsOf, placeOf } from './words.ts'

/** Further changes are collapsed. */
const few = 5

type Props = {
  entries: AuditEntry[]
  /** all are of one record, beside which they are shown */
  isOfOne?: boolean
}

/** The audit log, newest first. */
export function Entries({ entries, isOfOne = false }: Props) {
  return (
    <Card withBorder p={0}>
      <ol className="audit" aria-label="Changes">
        {entries.map((entry) => (
          <li key={entry.id} className="audit-entry">
            <Head entry={entry} isOfOne={isOfOne} />
            <Changes entry={entry} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Head({ entry, isOfOne }: { entry: AuditEntry; isOfOne: boolean }) {
  const place = isOfOne ? undefined : placeOf(entry)
  const title = inWordsOf(entry.action)
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      <Stack gap={2} className="wraps">
        {place ? (
          <Anchor component={Link} href={place} size="sm" fw={600}>
            {title}
          </Anchor>
        ) : (
          <Text fw={600} size="sm">
            {title}
          </Text>
        )}
        <Text size="sm">
          <Actor entry={entry} />
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          <At time={entry.at} />
        </Text>
      </Stack>
      {!isOfOne && <Related entry={entry} />}
    </Group>
  )
}

/** A time as people read it, exact where one rests on it. */
function At({ time }: { time: string }) {
  return (
    <time dateTime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
      {dayAndTime(time, useNow())}
    </time>
  )
}

/** What else the log has about the record, or of the person. */
function Related({ entry: { action, actor, entity_type, entity_id } }: { entry: AuditEntry }) {
  const address = useAddress()
  if (entity_id === null && actor.user_id === null) return null
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Related to ${inWordsOf(action)}`}
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

/** Our ids start with a timestamp, so their end is what tells them apart. */
const shortOf = (id: string) => (id.length > 24 ? `…${id.slice(-8)}` : id)

/** The actor. The log stores only ids: the name is looked up, and is gone once the account is deleted. */
function Actor({ entry: { actor } }: { entry: AuditEntry }) {
  const id = actor.user_id ?? ''
  const { data } = useQuery({
    queryKey: ['people', 'named', id],
    queryFn: ({ signal }) => festival.users.accounts({ q: id, limit: 8 }, { signal }),
    enabled: id !== '',
    staleTime: 300_000,
  })
  if (id === '') return nameless(actor)
  const person = data?.users.find((user) => user.id === id)
  return person ? nameOf(person) : shortOf(id)
}

function nameless({ kind, client_id, device_id }: AuditEntry['actor']): string {
  if (device_id !== null) return `Gate device ${shortOf(device_id)}`
  if (client_id !== null) return `Client ${client_id}`
  return kind === 'system' ? 'The service itself' : kind
}

function Changes({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const changes = changesOf(entry)
  const shown = isOpen ? changes : changes.slice(0, few)
  return (
    <Stack gap={6} align="flex-start" miw={0}>
      <dl className="audit-changes">
        {shown.map(({ field, from, to }) => (
          <Box key={field} className="audit-change">
            <dt>{field}</dt>
            <dd>
              {from !== null && (
                <>
                  <del>{from}</del> <ArrowRightIcon aria-label="became" />{' '}
                </>
              )}
              {to !== null && <ins>{to}</ins>}
              {to === null && from !== null && <em>nothing</em>}
              {to === null && from === null && <em>changed, not shown</em>}
            </dd>
          </Box>
        ))}
      </dl>
      {changes.length > few && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show ${changes.length - few} more`}
        </Button>
      )}
    </Stack>
  )
}
