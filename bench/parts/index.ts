import type { Part } from '../run.ts'
import { accounts } from './accounts.ts'
import { arrays } from './arrays.ts'
import { documents } from './documents.ts'
import { draw } from './draw.ts'
import { growth } from './growth.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { processes } from './processes.ts'
import { purchase } from './purchase.ts'
import { queue } from './queue.ts'
import { reads } from './reads.ts'
import { start } from './start.ts'
import { streams } from './streams.ts'
import { tokens } from './tokens.ts'
import { unseen } from './unseen.ts'
import { validation } from './validation.ts'

/** All parts, in the order in which they run. */
export const parts: Record<string, Part> = {
  reads,
  unseen,
  growth,
  tokens,
  accounts,
  pages,
  purchase,
  orders,
  validation,
  processes,
  queue,
  draw,
  streams,
  arrays,
  documents,
  start,
}
