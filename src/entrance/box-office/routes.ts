import type { Module } from '#platform/http/infrastructure'
import { paymentContextOf } from '#shop/payments'
import { showOpenTills } from './counts.ts'
import { invoices } from './invoice-routes.ts'
import { leases } from './lease-routes.ts'
import { prints } from './print-routes.ts'
import { sales } from './sale-routes.ts'
import { shifts } from './shift-routes.ts'

/** The box office: tickets at the door (docs/contract, section 8.5). */
export const boxOffice: Module = async (app) => {
  shifts(app)
  showOpenTills(app)
  const context = paymentContextOf(app)
  sales(app, context)
  invoices(app)
  prints(app)
  leases(app, context)
}
