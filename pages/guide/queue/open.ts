import { loadProofWords, loadQueueWords } from './words.ts'

/** Loads what makes `/guide/:id/queue`, or the proof of its draw, work. */
export async function loadQueue({ dataset }: HTMLElement) {
  if (dataset['queue'] === 'proof') {
    const [{ proveDraw }] = await Promise.all([
      import('./proof.ts'),
      loadProofWords(),
      loadQueueWords(),
    ])
    return proveDraw
  }
  const [{ showRoom }] = await Promise.all([import('./room.ts'), loadQueueWords()])
  return showRoom
}
