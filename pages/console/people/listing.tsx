import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Part } from '../components/part.tsx'
import { inDigits } from '../overview/words.ts'

type Props<Item> = {
  title: string
  list: { total: number; latest: Item[] }
  /** the text shown if there are none */
  none: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  /** the address of the complete list */
  all?: string
}

/** The number of a person's records of a kind, and the latest of them. */
export function Listing<Item>({ title, list, none, keyOf, children, all }: Props<Item>) {
  const { total, latest } = list
  return (
    <Part title={`${title} (${inDigits(total)})`}>
      {total === 0 && <Text c="dimmed">{none}</Text>}
      <Stack component="ul" aria-label={title} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {latest.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </Stack>
      {total > latest.length && (
        <Text size="sm" c="dimmed" mt="sm">
          The latest {latest.length} are shown.{' '}
          {all && (
            <Anchor component={Link} href={all} underline="always" inherit>
              Show all
            </Anchor>
          )}
        </Text>
      )}
    </Part>
  )
}

type RowProps = {
  name: ReactNode
  /** below the name */
  about?: ReactNode
  /** at the right */
  children?: ReactNode
}

/** A row of a listing. */
export function Row({ name, about, children }: RowProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
      <div className="wraps">
        <Text component="div" size="sm" fw={550}>
          {name}
        </Text>
        {about && (
          <Text component="div" size="sm" c="dimmed" className="numbers">
            {about}
          </Text>
        )}
      </div>
      <Text component="div" size="sm" className="numbers" ta="right">
        {children}
      </Text>
    </Group>
  )
}
