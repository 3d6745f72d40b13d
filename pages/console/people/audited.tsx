import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PersonRecord } from '../../../client/src/index.ts'
import { Entries } from '../audit/entries.tsx'
import { Shown } from '../components/states.tsx'
import { festival } from '../session.ts'

/** The actions on an account, from the audit log. */
export function Audited({ record: { account } }: { record: PersonRecord }) {
  const about = { entity_type: 'user', entity_id: account.id }
  const query = useQuery({
    queryKey: ['audit', 'of', account.id],
    queryFn: ({ signal }) => festival.audit.list({ ...about, limit: 10 }, { signal }),
  })
  return (
    <Shown
      query={query}
      isEmpty={({ entries }) => entries.length === 0}
      empty={<Text c="dimmed">Nothing was done to this account.</Text>}
    >
      {({ entries, next_after }) => (
        <Stack>
          <Entries entries={entries} isOfOne />
          {next_after !== null && (
            <Anchor
              component={Link}
              href={`/audit?${new URLSearchParams({ ...about, show: 'all' })}`}
              size="sm"
            >
              Show all changes
            </Anchor>
          )}
        </Stack>
      )}
    </Shown>
  )
}
