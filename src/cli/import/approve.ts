/** Asks before an import removes gigs that the festival has. */
import { createInterface } from 'node:readline/promises'
import type { GigChange } from '#catalogue/festivals'
import type { Difference } from '#catalogue/lineups'
import { localTime } from '#platform/zones/local-time'
import { CommandError, counted, plural, visible } from '../terminal/output.ts'

type Removed = { artist: string | null; place: string | null; start_time: Date | null }

/** The difference that an import would make. `gigs`: the ones that it would remove. */
export type Removal = { name: string; time_zone: string; difference: Difference; gigs: Removed[] }

/** @throws CommandError if the gigs must not be removed */
export type Approve = (removal: Removal) => Promise<void>

/** A person at a terminal, who reads lines and answers. */
export type Asker = (lines: string[], question: string) => Promise<string>

/** The most gigs that are named. */
const mostNamed = 10

/** Returns a function that approves with `yes`, asks a person if there is one, and refuses otherwise. */
export function approver({
  yes = false,
  ask,
}: {
  yes?: boolean | undefined
  ask: Asker | undefined
}): Approve {
  return async (removal) => {
    if (yes) return
    const gigs = plural(removal.difference.removed, 'gig')
    if (!ask)
      throw new CommandError(
        `Nothing was imported: ${gigs} of ${removal.name} would be removed. Look at them with --dry-run, then run the command again with --yes`,
      )
    const answer = await ask(describeRemoval(removal), `Import it, and remove ${gigs}? [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was imported')
  }
}

type Comparison = { changes: GigChange[]; difference: Difference }

/**
 * Returns the difference that an import makes, after it was approved if it removes gigs.
 * @throws CommandError if more gigs would be removed by then
 */
export async function confirmRemoval(
  approve: Approve,
  {
    festival,
    compare,
  }: { festival: { name: string; time_zone: string }; compare: () => Promise<Comparison> },
): Promise<Comparison> {
  const before = await compare()
  const { removed } = before.difference
  if (removed === 0) return before
  const gigs = before.changes.flatMap(({ outcome, before: gig }) =>
    outcome === 'removed' && gig ? [gig] : [],
  )
  await approve({ ...festival, difference: before.difference, gigs })
  const now = await compare()
  if (now.difference.removed <= removed) return now
  throw new CommandError(
    `The line-up has changed meanwhile: ${plural(now.difference.removed, 'gig')} would be removed, and not ${removed}. Run the command again`,
  )
}

/** The difference, and the gigs that would be removed, as text. */
export function describeRemoval({ name, time_zone, difference, gigs }: Removal): string[] {
  const changes = Object.entries(difference).flatMap(([outcome, count]) =>
    count > 0 ? [`${counted(count)} ${outcome}`] : [],
  )
  const shown = gigs.slice(0, mostNamed).map(({ artist, place, start_time }) => {
    const time = start_time && localTime(start_time, time_zone).toISOString().slice(0, 16)
    return `  ${[artist ?? 'To be announced', place, time?.replace('T', ' ')].filter(Boolean).join(', ')}`
  })
  const rest = gigs.length - shown.length
  return [
    `Gigs of ${name}: ${changes.join(', ')}`,
    'Removed would be:',
    ...shown,
    ...(rest > 0 ? [`  and ${counted(rest)} more`] : []),
  ]
}

/** Returns the person at the terminal; undefined if a script runs the command. */
export function personAt({
  stdin,
  stderr,
}: Pick<NodeJS.Process, 'stdin' | 'stderr'>): Asker | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return async (lines, question) => {
    stderr.write(lines.map((line) => `${visible(line)}\n`).join(''))
    const terminal = createInterface({ input: stdin, output: stderr })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
}
