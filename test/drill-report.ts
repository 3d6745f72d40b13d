/** What a drill of three seconds could have found. */
import type { Report } from '../src/cli/drill/report/report.ts'

export const holding = {
  name: 'none-oversold',
  holds: 'No tier has more tickets sold than there are',
  query: 'select 1 from tiers where sold > quantity',
  figure: '420',
  faults: [],
}
export const report: Report = {
  size: 'small',
  seed: 7,
  seconds: 3,
  phases: [
    {
      name: 'The sale',
      seconds: 3,
      requests: 1234,
      per_second: 411,
      p50: 2.5,
      p99: 31,
      trouble: 4,
    },
  ],
  facts: [{ group: 'The sale', what: 'Tickets sold', figure: '420' }],
  checks: [holding],
  events: [{ at: 1.2, what: 'PostgreSQL is killed' }],
  samples: [
    { at: 0, entered: 0, served: 0, sold: 0, inside: 0 },
    { at: 3, entered: 600, served: 130, sold: 420, inside: 380 },
  ],
  requests: [400, 0, 834],
  trouble: [0, 4, 0],
  p50: [2, 0, 3],
  p99: [20, 0, 31],
}
