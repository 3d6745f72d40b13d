import { sales } from './sales.ts'
import { catalogue } from './million.ts'
import { fill } from './fill.ts'
import { openStage } from './stage.ts'
import { measure } from './measure.ts'
import { saleOperations } from './sale-operations.ts'
const say = (l: string) => console.log(l)
const stage = await openStage(async (w) => {
  await fill(w, catalogue, { size: 50000, say: () => {} })
  await fill(w, sales, { size: 1000000, say: () => {} })
})
try {
  for (const op of (await saleOperations(stage)).filter(({ name }) => /festivals\/:id\/payments|payments\/all|POST .payments charged/.test(name))) {
    const m = await measure(stage, op)
    say([m.name, m.roundTrips, m.ms.toFixed(1), m.msInDatabase.toFixed(1), m.pages, m.indexes.join(','), m.faults.join(';')].join(' | '))
  }
} finally { await stage.close() }
