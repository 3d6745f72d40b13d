/** Loads the words of the waiting room and of the proof, used by no other page. */
import { type PageModules, register } from '#common/words/catalogues'
import { pageLanguage } from '#common/words/locale'

const queues = import.meta.glob<PageModules['queue']>('../../../common/words/*/queue.ts')
const proofs = import.meta.glob<PageModules['proof']>('../../../common/words/*/proof.ts')

const path = (part: string) => `../../../common/words/${pageLanguage()}/${part}.ts`

export async function loadQueueWords(): Promise<void> {
  const words = await queues[path('queue')]?.()
  if (words) register(pageLanguage(), words)
}

export async function loadProofWords(): Promise<void> {
  const words = await proofs[path('proof')]?.()
  if (words) register(pageLanguage(), words)
}
