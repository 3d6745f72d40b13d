import { WorkerThread } from '#platform/jobs/worker-thread'
import type { DocumentData } from '../model/document.ts'
import type { Files } from './render.ts'

/** Opens a thread that makes files of documents. */
export const openRenderer = () =>
  new WorkerThread<DocumentData, Files>(new URL('thread.ts', import.meta.url))
