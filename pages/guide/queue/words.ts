/** Loads the words of the waiting room and of the proof, used by no other page. */
import { learn, type Proof, type Queue } from '#common/words/catalogues'
import { spokenHere } from '#common/words/speech'

const queues = import.meta.glob<Queue['queue']>('../../../common/words/*/queue.ts', {
  import: 'queue',
})
const proofs = import.meta.glob<Proof['proof']>('../../../common/words/*/proof.ts', {
  import: 'proof',
})

const path = (part: string) => `../../../common/words/${spokenHere()}/${part}.ts`

export async function learnQueue(): Promise<void> {
  const queue = await queues[path('queue')]?.()
  if (queue) learn(spokenHere(), { queue })
}

export async function learnProof(): Promise<void> {
  const proof = await proofs[path('proof')]?.()
  if (proof) learn(spokenHere(), { proof })
}
