import { Button, Group, Text } from '@mantine/core'

type Props = { page: number; hasMore: boolean; onPage: (page: number) => void }

/** Previous and next, for a list of unknown length. */
export function Steps({ page, hasMore, onPage }: Props) {
  if (page === 1 && !hasMore) return null
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="md">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text size="sm" c="dimmed">
        Page {page}
      </Text>
      <Button variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  )
}
