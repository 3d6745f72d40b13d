import { loadProofWords, loadQueueWords } from './words.ts'

/** Loads the script of `/guide/:id/queue`, or of the proof of its draw. */
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
