/** Stands for the elements of a page (pages/shared/page.ts), as far as what is tried here uses them. */
import { say as tell } from './setup.ts'

/** What a page tells its user. */
export function notice(_id: string, text: string | null): void {
  if (text !== null) tell({ kind: 'notice', text })
}

const inputs = new Map<string, { value: string; checked: boolean }>()

/** A field, empty at first. */
export function input(id: string) {
  const known = inputs.get(id) ?? { value: '', checked: false }
  inputs.set(id, known)
  return known
}
