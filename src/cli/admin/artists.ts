import type { Command } from 'commander'
import { mergeArtists } from '#audience/merges'
import { readConfig } from '#platform/config/read'
import { asSystem } from '#platform/database/signing'
import { type Database } from '#platform/database/tables'
import type { PhotoStore } from '#platform/photos/stores'
import { nameKey } from '#platform/values/names'
import { photoStoreOf } from '../../server/infrastructure.ts'
import { withDatabase } from '../terminal/database.ts'
import { listenForInterruption } from '../terminal/interrupt.ts'
import { CommandError, counted, plural, print } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { findDuplicates, type Group, type Twin } from './duplicates.ts'

type Json = { json?: boolean }

/** `festival artists duplicates|merge` */
export function addArtists(program: Command): void {
  const verbs = program
    .command('artists')
    .helpGroup('Administration:')
    .description('Find artists that exist twice, and merge them')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival artists duplicates')
  addDuplicates(verbs)
  addMerge(verbs)
}

function addDuplicates(verbs: Command): void {
  verbs
    .command('duplicates')
    .description(
      'List artists whose names differ only in case, accents, blanks, punctuation or "the"',
    )
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival artists duplicates --json')
    .action(async (options: Json) => {
      const groups = await withDatabase(readConfig(process.env), ({ db }) => findDuplicates(db))
      print(options, { groups }, [...groups.flatMap(describeGroup), summaryOf(groups)])
    })
}

type MergeOptions = { into?: string; all?: boolean; dryRun?: boolean }

function addMerge(verbs: Command): void {
  verbs
    .command('merge')
    .description('Merge a group of duplicates into one artist; it cannot be undone')
    .argument('[name]', 'a name of the group')
    .option('--into <id>', 'the artist to keep (default: the one with most gigs and followers)')
    .option('--all', 'merge every group that is certain')
    .option('--dry-run', 'only print what would be merged')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  festival artists merge "Ebb Trio" --dry-run\n  festival artists merge --all',
    )
    .action(async (name: string | undefined, { json, ...options }: Json & MergeOptions) => {
      const config = readConfig(process.env)
      const report = await withDatabase(config, ({ db }) =>
        mergeDuplicates({ db, photoStore: photoStoreOf(config) }, name, options),
      )
      print({ json }, report, describeMerges(report))
    })
}

export type MergesReport = {
  dry_run: boolean
  merges: { kept: Twin; merged: Twin[] }[]
  /** groups left unmerged, with the reason against each */
  left: Group[]
  interrupted: boolean
}

/** Merges the group of a name, or all groups that are certain, each artist in a transaction of its own. */
export async function mergeDuplicates(
  at: { db: Database; photoStore: PhotoStore },
  name: string | undefined,
  options: MergeOptions,
): Promise<MergesReport> {
  const groups = await findDuplicates(at.db)
  const chosen = chooseGroups(groups, name, options)
  const report: MergesReport = {
    dry_run: options.dryRun ?? false,
    merges: [],
    left: options.all ? groups.filter(({ doubt }) => doubt !== null) : [],
    interrupted: false,
  }
  const interruption = listenForInterruption()
  const progress = showProgress(process.stderr)
  try {
    for (const [index, [kept, ...merged]] of chosen.entries()) {
      if (interruption.asked) break
      if (!report.dry_run) await mergeAll(at, kept, merged)
      report.merges.push({ kept, merged })
      progress.show((index + 1) / chosen.length, index + 1)
    }
  } finally {
    progress.clear()
    interruption.done()
  }
  return { ...report, interrupted: interruption.asked }
}

async function mergeAll(
  { db, photoStore }: { db: Database; photoStore: PhotoStore },
  kept: Twin,
  merged: Twin[],
) {
  for (const { id } of merged) {
    await asSystem('artist.merge', () =>
      mergeArtists(
        { db, photoStore, now: new Date(), requireRight() {} },
        { from: id, into: kept.id },
      ),
    )
  }
}

/** Returns the artists of each group to merge; the first one survives. */
function chooseGroups(
  groups: Group[],
  name: string | undefined,
  { all, into }: MergeOptions,
): Group['artists'][] {
  if ((name === undefined) !== (all === true) || (all && into !== undefined)) {
    throw new CommandError('Give a name of the group to merge, with or without --into, or --all')
  }
  if (name === undefined)
    return groups.filter(({ doubt }) => doubt === null).map(({ artists }) => artists)
  const group = groups.find(({ artists }) => nameKey(artists[0].name) === nameKey(name))
  if (!group) {
    throw new CommandError(
      `There is no other artist like "${name}": \`festival artists duplicates\` lists the groups`,
    )
  }
  if (into === undefined) return [group.artists]
  const kept = group.artists.find(({ id }) => id === into.toLowerCase())
  if (!kept) {
    const ids = group.artists.map(({ id }) => id).join(', ')
    throw new CommandError(`--into must be the id of an artist of the group: ${ids}`)
  }
  return [[kept, ...group.artists.filter((artist) => artist !== kept)]]
}

function describeGroup({ artists, doubt }: Group): string[] {
  const [kept, ...others] = artists
  return [
    `${kept.name}${doubt === null ? '' : ` (not certain: ${doubt})`}`,
    ...[kept, ...others].map((artist) => `  ${describeTwin(artist)}`),
  ]
}

const describeTwin = ({ id, name, gigs, followers }: Twin) =>
  `${id}  ${name}  ${plural(gigs, 'gig')}, ${plural(followers, 'follower')}`

function summaryOf(groups: Group[]): string {
  if (groups.length === 0) return 'No duplicates'
  const certain = groups.filter(({ doubt }) => doubt === null).length
  return `${plural(groups.length, 'group')}, ${counted(certain)} of them certain: \`festival artists merge --all\` merges those`
}

/** The report as text. */
export function describeMerges({ merges, left, dry_run, interrupted }: MergesReport): string[] {
  const artists = merges.reduce((sum, { merged }) => sum + merged.length, 0)
  const verb = dry_run ? 'would be merged' : 'merged'
  return [
    ...merges.flatMap(({ kept, merged }) => [
      `${describeTwin(kept)} (kept)`,
      ...merged.map((artist) => `  ${describeTwin(artist)}`),
    ]),
    `${plural(artists, 'artist')} ${verb} into ${counted(merges.length)}`,
    ...(left.length > 0
      ? [
          `${plural(left.length, 'group')} not certain: \`festival artists duplicates\` says why; merge them by name`,
        ]
      : []),
    ...(interrupted
      ? ['Stopped before the end: run the same command again to merge the rest']
      : []),
  ]
}
