import { Button, Center, type MantineSize } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type Props = {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  size?: MantineSize
}

/** Reads the next page of a list; renders nothing if there is none. */
export function LoadMore({ query, size = 'sm' }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Center>
      <Button
        variant="default"
        size={size}
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Load more
      </Button>
    </Center>
  )
}
