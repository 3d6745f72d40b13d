import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aWorld } from '../../../test/world.ts'
import { type Asker, approver, personAt } from './approve.ts'
import { importLineup } from './save-lineup.ts'

const { db, get } = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-approve-'))
after(() => rm(folder, { recursive: true }))

const festival = {
  name: 'Harbour Nights 2091',
  time_zone: 'Europe/Copenhagen',
  start_time: '2091-07-01T16:00',
  end_time: '2091-07-04T02:00',
}

/** A file of a festival with these artists, one each hour from 20:00. */
async function fileOf(source: string, artists: string[]): Promise<string> {
  const gigs = artists.map((artist, nth) => ({
    artist,
    place: 'Quay',
    start_time: `2091-07-01T2${nth}:00`,
  }))
  const file = join(folder, `${source}.json`)
  await writeFile(file, JSON.stringify({ organizer: { id: 'approve' }, source, festival, gigs }))
  return file
}

const namesIn = async (id: string) =>
  (await get(`/festivals/${id}`)).body.gigs.map((gig: any) => gig.artist.name)

/** Imports two gigs, then one of them; `answer` is that of the person at the terminal. */
async function again(source: string, { answer, yes = false }: { answer?: string; yes?: boolean }) {
  const seen: string[] = []
  const ask: Asker = async (lines, question) => {
    seen.push(...lines, question)
    return answer ?? ''
  }
  const approve = approver({ yes, ask: answer === undefined ? undefined : ask })
  const first = await fileOf(source, ['Ebb Trio', 'Low Meadow'])
  const { festival_id } = await importLineup(db, first, { approve })
  const second = await fileOf(source, ['Ebb Trio', 'Wide River'])
  const error = await importLineup(db, second, { approve }).then(
    () => undefined,
    ({ message }: Error) => message,
  )
  return { error, seen, names: await namesIn(festival_id) }
}

test('a person sees the difference and the gigs, and says yes', async () => {
  const { error, seen, names } = await again('asked', { answer: 'y' })
  assert.equal(error, undefined)
  assert.deepEqual(seen, [
    'Gigs of Harbour Nights 2091: 1 added, 1 unchanged, 1 removed',
    'Removed would be:',
    '  Low Meadow, Quay, 2091-07-01 21:00',
    'Import it, and remove 1 gig? [y/N] ',
  ])
  assert.deepEqual(names, ['Ebb Trio', 'Wide River'])
})

test('any other answer imports nothing', async () => {
  const { error, names } = await again('refused', { answer: '' })
  assert.equal(error, 'Nothing was imported')
  assert.deepEqual(names, ['Ebb Trio', 'Low Meadow'])
})

test('a script without --yes is refused when gigs would be removed, and not otherwise', async () => {
  const { error, names } = await again('script', {})
  assert.match(
    error ?? '',
    /^Nothing was imported: 1 gig of Harbour Nights 2091 would be removed\. Look at them with --dry-run, then run the command again with --yes$/,
  )
  assert.deepEqual(names, ['Ebb Trio', 'Low Meadow'])
})

test('--yes removes them without a question', async () => {
  const { error, seen, names } = await again('yes', { answer: 'n', yes: true })
  assert.deepEqual([error, seen], [undefined, []])
  assert.deepEqual(names, ['Ebb Trio', 'Wide River'])
})

test('gigs that disappear while the person reads are not removed unseen', async () => {
  const file = await fileOf('meanwhile', ['Ebb Trio', 'Low Meadow'])
  const { festival_id } = await importLineup(db, file, {})
  const fewer = await fileOf('meanwhile-2', ['Ebb Trio'])
  const approve = approver({
    ask: async () => {
      const gig = { festival_id, id: crypto.randomUUID(), artist_id: null, place_id: null }
      await db.insertInto('gigs').values(gig).execute()
      return 'y'
    },
  })
  await assert.rejects(
    importLineup(db, fewer, { festival: festival_id, approve }),
    /^CommandError: The line-up has changed meanwhile: 2 gigs would be removed, and not 1\. Run the command again$/,
  )
  assert.equal((await get(`/festivals/${festival_id}`)).body.gigs.length, 3)
})

test('only a terminal has a person', () => {
  const [terminal, pipe] = [{ isTTY: true }, { isTTY: false }]
  const at = (stdin: object, stderr: object) => personAt({ stdin, stderr } as never) !== undefined
  assert.deepEqual(
    [at(terminal, terminal), at(pipe, terminal), at(terminal, pipe)],
    [true, false, false],
  )
})
