import { buildOf, machine } from './machine.ts'
import type { Row } from './row.ts'
import type { Run } from './run.ts'

/** The results as a page that names the command, the build and the machine. */
export async function reportOf({ rounds, seconds, databases }: Run, rows: Row[]): Promise<string> {
  const table = rows.map(
    (row) => `| ${row.work} | ${row.figure} | ${row.target} | ${verdict(row)} |`,
  )
  const numbers = rows.flatMap(({ work, detail }) => (detail ? [`- ${work}: ${detail}`] : []))
  return [
    '# What the service reaches',
    '',
    `\`${command()}\` on ${buildOf()}: medians of ${rounds} rounds of ${seconds} s, all that is compared in turn. ${await machine(databases)}`,
    '',
    '| Work | Figure | Target | |',
    '|---|---|---|---|',
    ...table,
    '',
    '## Numbers',
    '',
    ...numbers,
    '',
  ].join('\n')
}

/** The command of this run. */
export const command = () =>
  ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')

function verdict({ target, reached, failed }: Row): string {
  if (failed) return 'failed'
  if (target === '') return ''
  if (reached === undefined) return 'not measured'
  return reached ? 'reached' : 'not reached'
}
