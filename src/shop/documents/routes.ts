import type { Module } from '#platform/http/infrastructure'
import { documentRoutes } from './api/document-routes.ts'
import { monthRoutes } from './api/month-routes.ts'
import { showWaiting } from './issuing/waiting.ts'
import { documentMail, withDocuments } from './mails/writers.ts'
import { openRenderer } from './rendering/renderer.ts'
import { workOnDocuments } from './work.ts'

export const documents: Module = async (app) => {
  const renderer = openRenderer()
  app.addHook('onClose', () => renderer.close())
  app.jobs.everySeconds(
    1,
    workOnDocuments(app, (document) => renderer.run(document)),
  )
  const { purchase, purchaseAgain, refund } = app.mailWriters
  Object.assign(app.mailWriters, {
    purchase: purchase && withDocuments(app, 'purchase', purchase),
    purchaseAgain: purchaseAgain && withDocuments(app, 'purchaseAgain', purchaseAgain),
    refund: refund && withDocuments(app, 'refund', refund),
    document: documentMail(app),
  })
  documentRoutes(app)
  monthRoutes(app)
  showWaiting(app)
}
