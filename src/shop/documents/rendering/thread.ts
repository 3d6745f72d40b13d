/** The thread that makes files of documents; `renderer.ts` starts it. */
import { answerRequests } from '#platform/jobs/worker-thread'
import { renderDocument } from './render.ts'

answerRequests(renderDocument)
