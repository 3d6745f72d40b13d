import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import { eachInTurn } from '#platform/jobs/each'
import { issueDocuments } from './issuing/issue.ts'
import { type Render, renderer } from './issuing/render.ts'
import { mailDocuments } from './mails/due.ts'

type Context = Pick<Infrastructure, 'work' | 'now' | 'failpoint' | 'config'> & {
  log: FastifyBaseLogger
}

/**
 * Returns the work of a process for documents: issues the next ones, makes their files, and makes their mails due. Each
 * call returns how much it has done.
 */
export function workOnDocuments(
  { work, now, failpoint, config, log }: Context,
  render: Render,
): () => Promise<number> {
  const failed = (err: unknown, number: string) =>
    log.error({ err, number }, 'A document cannot be made')
  const steps = [
    () => issueDocuments({ work, now, failpoint }),
    renderer({ work, now, failpoint, render, failed }),
    () => mailDocuments({ work, now, config }),
  ]
  return () => eachInTurn(steps, (step) => step())
}
