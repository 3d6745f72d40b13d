import type { Command } from 'commander'
import { moveStays } from '#catalogue/accommodations'
import { correctTimeZone, type MoveOthers } from '#catalogue/festivals'
import { asSystem } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { isId, noId } from '#platform/values/ids'
import { longTime } from '#platform/zones/local-time'
import { toTimeZone } from '#platform/zones/time-zones'
import { moveVoucherTimes } from '#shop/vouchers'
import { withAdminContext } from '../terminal/admin-context.ts'
import { CommandError, counted, print } from '../terminal/output.ts'

type Options = { asLocal: string; json?: boolean }

/** `festival times` */
export function addTimes(program: Command): void {
  program
    .command('times')
    .helpGroup('Administration:')
    .description('Correct the time zone of a festival whose local times were stored as UTC')
    .argument('<id>', 'the id of the festival')
    .requiredOption('--as-local <zone>', 'its time zone, an IANA name')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nAll its times move: 22:00 stays 22:00, there. Users are not notified.' +
        '\n\nExample:\n  festival times 01a1fee9-f648-7f04-b8cd-d62041b1a4bc --as-local Europe/London',
    )
    .action(async (id: string, { asLocal, json }: Options) => {
      const zone = toTimeZone(asLocal)
      if (zone === undefined)
        throw new CommandError(`"${asLocal}" is no time zone; one is Europe/London`)
      const { festival, moved } = await withAdminContext(
        ({ db }) => readAsLocal(db, isId(id) ? id : noId, zone),
        'a festival has its id in its address',
        'correct that time first',
      )
      const { name, start_time, end_time } = festival
      print({ json }, { ...festival, moved }, [
        `${name} is from ${longTime(start_time, zone)} to ${longTime(end_time, zone)}`,
        `Moved as well: ${Object.entries(moved)
          .map(([records, count]) => `${counted(count)} ${records}`)
          .join(', ')}`,
      ])
    })
}

/** Reinterprets all times of a festival as local times of a time zone. */
export function readAsLocal(db: Database, id: string, time_zone: string) {
  const moveOthers: MoveOthers = async (trx, move) => ({
    vouchers: await moveVoucherTimes(trx, id, move),
    accommodations: await moveStays(trx, id, move),
  })
  return asSystem('festival.update', () =>
    correctTimeZone({ db, now: new Date() }, { id, time_zone }, moveOthers),
  )
}
