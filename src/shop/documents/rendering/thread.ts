/** The thread that makes files of documents, one after the other; `renderer.ts` starts it. */
import { parentPort } from 'node:worker_threads'
import type { DocumentData } from '../model/document.ts'
import { type Files, renderDocument } from './render.ts'

export type ThreadRequest = { id: number; document: DocumentData }
export type ThreadAnswer = { id: number; files: Files } | { id: number; error: unknown }

let last = Promise.resolve()
parentPort?.on('message', ({ id, document }: ThreadRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(id, document), []))
})

async function answerTo(id: number, document: DocumentData): Promise<ThreadAnswer> {
  try {
    return { id, files: await renderDocument(document) }
  } catch (error) {
    return { id, error }
  }
}
