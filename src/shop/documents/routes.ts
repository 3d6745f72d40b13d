import type { Module } from '#platform/http/infrastructure'
import { issueDocuments } from './issuing/issue.ts'
import { showWaiting } from './issuing/waiting.ts'

export const documents: Module = async (app) => {
  app.jobs.everySeconds(1, () => issueDocuments(app))
  showWaiting(app)
}
