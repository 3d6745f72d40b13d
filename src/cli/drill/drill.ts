import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { plural, print } from '../terminal/output.ts'
import type { Report } from './report/report.ts'
import { type SizeName, sizes } from './sizes.ts'

type Options = { size: SizeName; out: string; json?: boolean }

/** `festival drill` */
export function addDrill(program: Command): void {
  program
    .command('drill')
    .helpGroup('Run it:')
    .description(
      'Rehearse a festival on this machine, from its sale to its gates, and prove its books',
    )
    .addOption(
      new Option('--size <size>', 'how large it is')
        .choices(Object.keys(sizes))
        .default('default', '20,000 people'),
    )
    .option('--out <file>', 'the page with all figures', 'drill.html')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival drill --size small')
    .action(async (options: Options) => {
      const { playDrill } = await import('./play.ts')
      const { renderPage } = await import('./report/page.ts')
      const isShown = process.stderr.isTTY && !options.json
      const clear = isShown ? '\r\x1b[K' : ''
      const report = await playDrill({
        size: options.size,
        seed: randomInt(2 ** 31),
        onLine: (line) => {
          if (!options.json) process.stdout.write(`${clear}${line}\n`)
        },
        onSecond: (line) => {
          if (isShown) process.stderr.write(`${clear}${line}`)
        },
      })
      await writeFile(options.out, renderPage(report))
      print(options, report, linesOf(report, options.out))
      if (failedOf(report).length > 0) process.exitCode = 1
    })
}

const failedOf = ({ checks }: Report) => checks.filter(({ faults }) => faults.length > 0)

function linesOf(report: Report, out: string): string[] {
  const failed = failedOf(report)
  return [
    ...report.checks.map(
      ({ name, holds, figure, faults }) =>
        `${faults.length === 0 ? '✓' : '✗'} ${name}: ${holds} (${figure})`,
    ),
    ...failed.flatMap(({ name, faults }) => faults.map((fault) => `  ${name}: ${fault}`)),
    failed.length === 0
      ? `All of ${plural(report.checks.length, 'check')} hold. ${out} has the figures.`
      : `Failed: ${failed.map(({ name }) => name).join(', ')}. ${out} has the figures.`,
  ]
}
