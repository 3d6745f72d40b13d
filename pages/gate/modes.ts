import type { Direction } from '../../src/entrance/gate/admission.ts'
import { box, input, show } from '../shared/page.ts'
import { showAnswer } from './show.ts'
import type { Store } from './store.ts'

/** How this page scans: which way, and whether only to practise. It stays when the page is loaded again. */
export class Modes {
  readonly #store: Store
  direction: Direction = 'in'
  practice = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Reads how the page scanned before. */
  async recall(): Promise<void> {
    await this.turn((await this.#store.kept<Direction>('direction')) ?? 'in')
    await this.practise((await this.#store.kept<boolean>('practice')) ?? false)
  }

  /** Scans on the way in or out from now on. */
  async turn(direction: Direction): Promise<void> {
    this.direction = direction
    showAnswer(null)
    for (const way of ['in', 'out'] as const) {
      box(`way-${way}`).setAttribute('aria-pressed', `${way === direction}`)
    }
    box('desk').dataset['way'] = direction
    await this.#store.keep('direction', direction)
  }

  /** Uses no ticket up from now on, or ends that. */
  async practise(isOn: boolean): Promise<void> {
    this.practice = isOn
    showAnswer(null)
    input('practice').checked = isOn
    document.body.dataset['practice'] = `${isOn}`
    show('practising', isOn)
    await this.#store.keep('practice', isOn)
  }
}
