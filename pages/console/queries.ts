import { notifications } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient, useMutation } from '@tanstack/react-query'
import { FestivalError } from '../../client/src/index.ts'
import { endSession, onLeave } from './session.ts'

/** Returns to sign-in when the session has ended elsewhere, as noticed by any query. */
function notice(error: Error) {
  if (error instanceof FestivalError && error.status === 401) endSession()
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    // The client itself retries requests that are safe to retry.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
  },
})

onLeave(() => queries.clear())

type Act<Input, Output> = {
  /** the keys of the queries to refresh */
  refresh?: readonly string[][]
  /** the message on success */
  done?: string | ((output: Output, input: Input) => string)
  onDone?: (output: Output, input: Input) => void
  /** the caller shows the error itself, as a form does */
  quiet?: boolean
}

/** A mutation: reports success or failure, and refreshes the changed data. */
export function useAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  { refresh = [], done, onDone, quiet = false }: Act<Input, Output> = {},
) {
  return useMutation<Output, Error, Input>({
    mutationFn: act,
    onSuccess: async (output, input) => {
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
      const message = typeof done === 'function' ? done(output, input) : done
      if (message) notifications.show({ message, color: 'teal' })
      onDone?.(output, input)
    },
    onError: (error) => {
      if (!quiet)
        notifications.show({
          title: 'This could not be done',
          message: error.message,
          color: 'red',
        })
    },
  })
}
