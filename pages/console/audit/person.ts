import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../client/src/index.ts'
import { nameOf } from '../people/words.ts'
import { festival } from '../session.ts'

/** Our ids start with a timestamp, so only their end distinguishes them. */
const shortOf = (id: string) => (id.length > 24 ? `…${id.slice(-8)}` : id)

/**
 * Returns the name of a person. The log stores only ids: the name is looked up, and undefined until it is known and
 * once the account is deleted.
 */
export function usePerson(id: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ['people', 'named', id ?? ''],
    queryFn: ({ signal }) => festival.users.accounts({ q: id ?? '', limit: 8 }, { signal }),
    enabled: id !== null,
    staleTime: 300_000,
  })
  const person = data?.users.find((user) => user.id === id)
  return person && nameOf(person)
}

/** Returns the author of a change: a person by name, else the device, the client or the service. */
export function useActor({ kind, user_id, client_id, device_id }: AuditEntry['actor']): string {
  const name = usePerson(user_id)
  if (user_id !== null) return name ?? shortOf(user_id)
  if (device_id !== null) return `Gate device ${shortOf(device_id)}`
  if (client_id !== null) return `Client ${client_id}`
  return kind === 'system' ? 'The service itself' : kind
}
