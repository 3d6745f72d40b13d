import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Facts about a record, one in a line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Stack component="dl" gap={8} m={0}>
      {children}
    </Stack>
  )
}

/** A fact with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="center" gap="md">
      <Text component="dt" size="sm" c="dimmed" className="keeps">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm" ta="right" className="wraps numbers">
        {children}
      </Text>
    </Group>
  )
}
