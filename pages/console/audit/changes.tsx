import { Box, Button, Stack } from '@mantine/core'
import { ArrowRightIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { AuditEntry } from '../../../client/src/index.ts'
import { usePerson } from './person.ts'
import { changesOf } from './words.ts'

/** Further changes are collapsed. */
const few = 5

/** The changes of an entry: each field with its value before and after. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const changes = changesOf(entry)
  const shown = isOpen ? changes : changes.slice(0, few)
  return (
    <Stack gap={6} align="flex-start" miw={0}>
      <dl className="audit-changes">
        {shown.map(({ field, from, to, isPerson }) => (
          <Box key={field} className="audit-change">
            <dt>{field}</dt>
            <dd>
              {from !== null && (
                <>
                  <del>
                    <Value text={from} isPerson={isPerson} />
                  </del>{' '}
                  <ArrowRightIcon aria-label="became" />{' '}
                </>
              )}
              {to !== null && (
                <ins>
                  <Value text={to} isPerson={isPerson} />
                </ins>
              )}
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

/** A value as it is in the log; for a person the name, once it is known. */
function Value({ text, isPerson }: { text: string; isPerson: boolean }) {
  const name = usePerson(isPerson ? text : null)
  return name ?? text
}
