import { Anchor, Box, Button, Card, Group, Stack, Text } from '@mantine/core'
import { ArrowRightIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { When } from '../components/figures.tsx'
import { nameOf } from '../people/words.ts'
import { festival } from '../session.ts'
import './audit.css'
import { changesOf, inWordsOf, placeOf } from './words.ts'

/** Further changes are collapsed. */
const few = 5

/** The audit log, newest first. */
export function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <Card withBorder p={0}>
      <ol className="audit" aria-label="Changes">
        {entries.map((entry) => (
          <li key={entry.id} className="audit-entry">
            <Head entry={entry} />
            <Changes entry={entry} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Head({ entry }: { entry: AuditEntry }) {
  const address = useAddress()
  const place = placeOf(entry)
  return (
    <Stack gap={2} className="wraps">
      <Group gap="xs">
        <Text fw={600} size="sm">
          {inWordsOf(entry.action)}
        </Text>
        {place && (
          <Anchor component={Link} href={place} size="sm">
            Open
          </Anchor>
        )}
      </Group>
      <Text size="sm">
        <Actor entry={entry} />
      </Text>
      <Text size="sm" c="dimmed" className="numbers">
        <When time={entry.at} />
      </Text>
      {entry.entity_id !== null && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="left"
          className="wraps"
          onClick={() =>
            address.set({ entity_type: entry.entity_type, entity_id: entry.entity_id ?? '' })
          }
        >
          All changes of {entry.entity_type} {shortOf(entry.entity_id)}
        </Anchor>
      )}
    </Stack>
  )
}

/** Our ids start with a timestamp, so their end is what tells them apart. */
const shortOf = (id: string) => (id.length > 24 ? `…${id.slice(-8)}` : id)

/** The actor. The log stores only ids: the name is looked up, and is gone once the account is deleted. */
function Actor({ entry: { actor } }: { entry: AuditEntry }) {
  const address = useAddress()
  const id = actor.user_id ?? ''
  const { data } = useQuery({
    queryKey: ['people', 'named', id],
    queryFn: ({ signal }) => festival.users.accounts({ q: id, limit: 8 }, { signal }),
    enabled: id !== '',
    staleTime: 300_000,
  })
  if (id === '') return nameless(actor)
  const person = data?.users.find((user) => user.id === id)
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      onClick={() => address.set({ actor: id })}
      aria-label={`Changes by ${person ? nameOf(person) : shortOf(id)}`}
    >
      {person ? nameOf(person) : shortOf(id)}
    </Anchor>
  )
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
