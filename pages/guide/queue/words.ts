/** Loads the words of the waiting room and of the proof, used by no other page. */
import { learn, type Proof, type Queue } from '../../../src/web/words/catalogues.ts'
import { spokenHere } from '../../../src/web/words/speech.ts'

const queues = import.meta.glob<Queue['queue']>('../../../src/web/words/*/queue.ts', {
  import: 'queue',
})
const proofs = import.meta.glob<Proof['proof']>('../../../src/web/words/*/proof.ts', {
  import: 'proof',
})

const path = (part: string) => `../../../src/web/words/${spokenHere()}/${part}.ts`

export async function learnQueue(): Promise<void> {
  const queue = await queues[path('queue')]?.()
  if (queue) learn(spokenHere(), { queue })
}

export async function learnProof(): Promise<void> {
  const proof = await proofs[path('proof')]?.()
  if (proof) learn(spokenHere(), { proof })
}
