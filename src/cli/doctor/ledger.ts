import { payoutFaults } from '#office/payouts'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { auditLedger, ledgerSize } from '#shop/payments'
import { onServer } from '../terminal/database.ts'
import { plural, sentence } from '../terminal/output.ts'
import { hasDatabase } from './database.ts'
import type { Check } from './machine.ts'

/** Checks payments, tickets and points against each other, whether or not the service is running. */
export async function checkLedger(config: Config): Promise<Check> {
  const name = 'Ledger'
  if (!(await hasDatabase(config))) return { name, ok: true, detail: 'empty: no database yet' }
  try {
    return await onServer(config, async (connectionString) => {
      const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
      const db = connect(pool)
      try {
        const faults = [...(await auditLedger(db)), ...(await payoutFaults(db))]
        const { payments, tickets, points } = await ledgerSize(db)
        const size = [
          plural(payments, 'payment'),
          plural(tickets, 'ticket'),
          plural(points, 'point'),
        ]
        const found = faults.length === 0 ? 'nothing amiss' : 'not right'
        const detail = `${size.join(', ')}: ${found}`
        return { name, ok: faults.length === 0, detail, ...(faults.length > 0 && { faults }) }
      } finally {
        await pool.end()
      }
    })
  } catch (error) {
    const advice = 'The ledger can be read once the database is up to date: start the service'
    return { name, ok: false, detail: sentence(error), advice }
  }
}
