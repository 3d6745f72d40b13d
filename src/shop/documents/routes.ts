import type { Module } from '#platform/http/infrastructure'
import { documentRoutes } from './api/document-routes.ts'
import { issueDocuments } from './issuing/issue.ts'
import { showWaiting } from './issuing/waiting.ts'

export const documents: Module = async (app) => {
  app.jobs.everySeconds(1, () => issueDocuments(app))
  documentRoutes(app)
  showWaiting(app)
}
