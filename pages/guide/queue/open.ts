import { loadProofWords, loadQueueWords } from './words.ts'

/** Opens the waiting room, or the proof of its draw, with the parts that only it needs. */
export async function openQueue(page: HTMLElement): Promise<void> {
  if (page.dataset['queue'] === 'proof') {
    const [{ proveDraw }] = await Promise.all([
      import('./proof.ts'),
      loadProofWords(),
      loadQueueWords(),
    ])
    return proveDraw(page)
  }
  const [{ showRoom }] = await Promise.all([import('./room.ts'), loadQueueWords()])
  return showRoom(page)
}
