import { writeFile } from 'node:fs/promises'
import { run } from '../databases.ts'
import { buildOf } from '../machine.ts'
import { chart, gigs, listOf, map, single } from './statements.ts'

/** Writes PostgreSQL's plans of the reference's statements beside them. */
export async function explain(database: string, size: number): Promise<void> {
  const [festival] = await run<{ id: string }>(database, 'select id from festivals limit 1')
  const now = new Date()
  const month = [0, 1].map((ahead) => new Date(Date.UTC(now.getFullYear(), now.getMonth() + ahead)))
  const [lists, listsOfCountry] = [listOf('upcoming', false), listOf('', true)]
  const asked: [string, { text: string }, unknown[]][] = [
    ['List, upcoming', lists.page, [now, 20, 0]],
    ['Its total', lists.total, [now]],
    ['List of a country', listsOfCountry.page, ['country 7', 20, 0]],
    ['Single', single, [festival?.id]],
    ['Map of a city', map.page, [2, 48, 3, 49, 80, 0]],
    ['Map of the world', map.page, [-180, -60, 180, 70, 80, 0]],
    ['Its total', map.total, [-180, -60, 180, 70]],
    ['Gigs of a month', gigs.page, [...month, 20, 0]],
    ['Chart', chart, [now, 100]],
  ]
  const lines = [
    '# Plans of the reference',
    '',
    `What Express asks of a catalogue of ${size} festivals: \`explain (analyze, buffers)\`. Written by \`npm run bench\` on ${buildOf()}.`,
  ]
  for (const [name, { text }, values] of asked) {
    const plan = await run(database, `explain (analyze, buffers) ${text}`, values)
    const steps = plan.map((row) => row['QUERY PLAN'])
    lines.push('', `## ${name}`, '', '```', ...steps, '```')
  }
  await writeFile(new URL('plans.md', import.meta.url), `${lines.join('\n')}\n`)
}
