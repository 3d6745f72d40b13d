import { Avatar, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  photo: string | null
  /** its initials are shown when there is no picture */
  name: string
  children: ReactNode
  below?: ReactNode
}

/** The picture of a record beside its name. */
export function Thumbnail({ photo, name, children, below }: Props) {
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <Avatar
        src={photo}
        radius="md"
        size={40}
        alt=""
        aria-hidden
        styles={{ placeholder: { color: 'var(--mantine-color-text)' } }}
      >
        {initialsOf(name)}
      </Avatar>
      <div className="wraps">
        {children}
        {below && (
          <Text size="sm" c="dimmed" fw={400}>
            {below}
          </Text>
        )}
      </div>
    </Group>
  )
}

/** The initials of the first two words. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en'))
    .join('')
}
