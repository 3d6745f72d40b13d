import type { Client, CreateClientBody } from '../../../client/src/index.ts'
import { fromNow, span } from '../components/relative.tsx'

export type Scope = NonNullable<CreateClientBody['scopes']>[number]

type Described = { scope: Scope; title: string; effect: string; isElevated?: boolean }

/** Titles and effects of the scopes. */
export const scopes: Described[] = [
  {
    scope: 'read_emails',
    title: 'Read e-mail addresses',
    effect: 'Lists of users show their e-mail. Without it they are null.',
  },
  {
    scope: 'manage_subscriptions',
    title: 'Manage membership plans',
    effect: 'Can create, change and end plans for users with create_subscriptions.',
    isElevated: true,
  },
  {
    scope: 'manage_rewards',
    title: 'Manage rewards',
    effect: 'Can change rules, badges, levels and challenges for users with manage_rewards.',
    isElevated: true,
  },
  {
    scope: 'sell_to_guests',
    title: 'Sell to guests',
    effect: 'Can sell tickets to people without an account.',
  },
]

/** The kinds of clients, as offered when one is created. */
export const kinds: { kind: Client['kind']; title: string; effect: string }[] = [
  {
    kind: 'confidential',
    title: 'Confidential: a server, with a secret',
    effect: 'Everything that its scopes and its users’ rights allow.',
  },
  {
    kind: 'publishable',
    title: 'Publishable: a web page or an app, without a secret',
    effect:
      'Reads the catalogue, and lets users act on their own things. It cannot list users or administer anything.',
  },
]

export const titleOf = (scope: string): string =>
  scopes.find((known) => known.scope === scope)?.title ?? scope

/** The built-in clients of our own pages: a description of each, and the effect of suspending it. */
const builtIn: Record<string, { what: string; suspended: string }> = {
  console: {
    what: 'This console signs in through it. It has no secret.',
    suspended:
      'This console closes for all users, including you, and gate devices that were set up here stop. To open it again, run festival client resume console on the server.',
  },
  guide: {
    what: 'The public guide reads through it. It has no secret.',
    suspended: 'The public guide shows that it is closed until you reactivate it.',
  },
}

export const builtInOf = (id: string) => builtIn[id]

/** The state of a client's secrets in one line: `2 secrets, old one ends in 3 h`. */
export function secretsInWords({ id, kind, secrets }: Client, now: number): string {
  const [first, second] = secrets
  if (!first) return builtInOf(id) || kind === 'publishable' ? 'needs none' : 'no secret'
  if (!second && first.ends_at === null) return `…${first.last_four}`
  const ending = secrets.find(({ ends_at }) => ends_at !== null)
  const count = secrets.length === 1 ? '1 secret' : `${secrets.length} secrets`
  if (!ending?.ends_at) return count
  return `${count}, old one ends in ${span(Date.parse(ending.ends_at) - now)}`
}

/** Returns when a secret of the client was last used; null if never. */
export function lastUsed({ secrets }: Client): string | null {
  const times = secrets.flatMap(({ last_used_at }) => last_used_at ?? [])
  return times.toSorted().at(-1) ?? null
}

/** Describes when a secret ends, relative to now. */
export function endInWords(ends_at: string | null, now: number): string {
  if (ends_at === null) return 'Works until it is replaced'
  return Date.parse(ends_at) <= now ? 'Has ended' : `Ends ${fromNow(ends_at, now)}`
}
