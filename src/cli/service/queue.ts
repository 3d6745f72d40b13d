import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { checker } from '#platform/http/requests/checker'
import { CommandError, print } from '../terminal/output.ts'

const said = {
  entries: 'The list has every entry of the draw',
  root: 'It is the list that was fixed before the order was known',
  randomness: 'The randomness is that of the round, or what was committed to',
  fixed_before: 'No one could know it when the entries were fixed',
  seed: 'The order follows from both',
  receipt: 'The service has signed that this number is yours',
  listed: 'Your entry is in the list, with the number that serves it',
}

/** `festival queue verify` */
export function addQueue(program: Command): void {
  const verbs = program
    .command('queue')
    .helpGroup('Administration:')
    .description('The draws of queues')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival queue verify draw.json')
  verbs
    .command('verify')
    .description('Check a draw, and one’s own place in it, without asking the service')
    .argument('<file>', 'JSON: the proof, the parts of its list, and one’s own entry as mine')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival queue verify draw.json')
    .action(async (path: string, options: { json?: boolean }) => {
      const { nodeTools, checkDraw, bytesOf, DrawFile } = await import('#shop/queue')
      const file = checker(DrawFile)(await read(path))
      const parts = file.parts.map(bytesOf)
      const { findings, place } = await checkDraw({ ...file, parts }, nodeTools)
      const isRight = findings.every(({ ok }) => ok)
      const mine =
        place === null ? [] : [`Your place is ${place + 1} of ${file.proof.draw.entries}`]
      print(options, { findings, place }, [
        ...findings.map(({ ok, check }) => `${ok ? '✓' : '✗'} ${said[check]}`),
        ...mine,
      ])
      if (!isRight) process.exitCode = 1
    })
}

async function read(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path} is not valid JSON`)
    throw new CommandError(`${path} cannot be read`)
  }
}
