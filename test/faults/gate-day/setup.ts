import { parentPort, workerData } from 'node:worker_threads'
import type { Command, FromHarness, FromPage, PageMessage, Setup } from './messages.ts'

/** Of this page. */
export const setup: Setup = workerData

const tell = (message: FromPage) => parentPort?.postMessage(message, [])

/** Tells the harness. */
export const say = (pageMessage: PageMessage): void => tell({ id: null, said: pageMessage })

/** Answers to the harness from now on. */
export function hear(answerTo: (command: Command) => Promise<unknown>): void {
  parentPort?.on('message', ({ id, command }: FromHarness) => {
    const answered = answerTo(command).catch((error: unknown) => {
      say({ kind: 'notice', text: `${command.kind}: ${error}` })
    })
    void answered.then((answer) => tell({ id, answer }))
  })
}
