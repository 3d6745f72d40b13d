import type { Direction } from '#common/gate/admission'
import { box, input, show } from '../shared/page.ts'
import { showAnswer } from './show.ts'
import type { Store } from './store.ts'

/** The scan mode of this page: its direction, and whether it is practice only. It survives a reload. */
export class Modes {
  readonly #store: Store
  direction: Direction = 'in'
  practice = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Restores the page's last scan mode. */
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

  /** Starts or ends practice, which uses up no tickets. */
  async practise(isOn: boolean): Promise<void> {
    this.practice = isOn
    showAnswer(null)
    input('practice').checked = isOn
    document.body.dataset['practice'] = `${isOn}`
    show('practising', isOn)
    await this.#store.keep('practice', isOn)
  }
}
