import { learnProof, learnQueue } from './words.ts'

/** The waiting room, or the proof of its draw, with what it needs alone. */
export async function openQueue(page: HTMLElement): Promise<void> {
  if (page.dataset['queue'] === 'proof') {
    const [{ proveDraw }] = await Promise.all([import('./proof.ts'), learnProof(), learnQueue()])
    return proveDraw(page)
  }
  const [{ showRoom }] = await Promise.all([import('./room.ts'), learnQueue()])
  return showRoom(page)
}
