import { Avatar, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  person: { firstName: string; lastName: string; email: string | null }
  isMe?: boolean
  children?: ReactNode
}

/** A person of a team: name and e-mail, and further fields below. */
export function PersonLine({ person, isMe = false, children }: Props) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar color="brand" variant="filled" size={36} alt="" aria-hidden />
      <div className="wraps">
        <Text fw={550}>
          {person.firstName} {person.lastName}
          {isMe && ' (you)'}
        </Text>
        <Text size="sm" c="dimmed">
          {person.email}
        </Text>
        {children}
      </div>
    </Group>
  )
}
