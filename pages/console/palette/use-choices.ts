import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useRights } from '../rights.ts'
import { useSession } from '../session.ts'
import { type Choice, pagesOf, sources } from './choices.ts'
import { recentOf } from './recent.ts'

/** The pause in typing before a search request, ms. */
const patience = 150

/**
 * Returns the choices for a text: pages at once, the rest as the service answers. A request with an outdated text is
 * aborted. Without a text it returns the recent choices and all pages.
 */
export function useChoices(typed: string): {
  choices: Choice[]
  isBusy: boolean
  error: Error | undefined
} {
  const rights = useRights()
  const me = useSession()?.me.id ?? ''
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, patience)
  const found = useQueries({
    queries: sources.map(({ name, isFor, find }) => ({
      queryKey: ['palette', name, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(asked, rights, { signal }),
      enabled: text !== '' && asked !== '' && isFor(rights, asked),
      staleTime: 30_000,
    })),
  })
  const recent = text === '' ? recentOf(me).map((choice) => ({ ...choice, group: 'Recent' })) : []
  const answered = text === asked ? found.flatMap(({ data = [] }) => data) : []
  const isAsking = found.some(({ fetchStatus }) => fetchStatus === 'fetching')
  return {
    choices: once([...recent, ...pagesOf(rights, text), ...answered]),
    isBusy: text !== asked || isAsking,
    error: found.find(({ error }) => error)?.error ?? undefined,
  }
}

/** Returns each target once, where it was found first; targets of a group stay together. */
function once(choices: Choice[]): Choice[] {
  const known = new Map<string, Choice>()
  for (const choice of choices) if (!known.has(choice.href)) known.set(choice.href, choice)
  return [...Map.groupBy(known.values(), ({ group }) => group).values()].flat()
}
