import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** A placeholder while something loads. */
export function Loading({ rows = 5 }: { rows?: number }) {
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status" gap="sm" py="md">
      <Skeleton height={28} width="40%" maw={280} />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  )
}

/** The error in one sentence, and a button to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Alert color="red" role="alert" title="Could not load" my="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** An empty state: why there is nothing, and the first step to change that. */
export function Empty({
  title,
  text,
  action,
}: {
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={440}>
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        {action}
      </Stack>
    </Center>
  )
}

type Shown<T> = {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
  /** shown when the data is empty */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
}

/** Shows the data of a query, or that it is loading, has failed or is empty. */
export function Shown<T>({ query, children, empty, isEmpty = hasNothing }: Shown<T>) {
  if (query.isPending) return <Loading />
  if (query.isError && query.data === undefined) {
    return <Failure error={query.error} retry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <Loading />
  return empty && isEmpty(query.data) ? empty : children(query.data)
}

function hasNothing(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}
