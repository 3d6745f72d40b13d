/** The camera part of the page: start, stop, light, choice of camera, and results. */

import { box, button, element, part, say, show } from '../shared/page.ts'
import { allowSound } from '../shared/tones.ts'
import { Camera, faultOf, listCameras, Reader } from './camera.ts'
import type { Store } from './store.ts'

type Use = { store: Store; onSeen: (texts: string[]) => void }

/** The camera's work on this page. */
export class Scanning {
  readonly reader = new Reader()
  readonly #use: Use
  #camera: Camera | undefined
  #isStarting = false
  /** stopped while the page is hidden */
  #isResting = false
  #invitation = 'Start scanning'

  constructor(use: Use) {
    this.#use = use
    button('start').addEventListener('click', () => void this.start())
    button('stop').addEventListener('click', () => {
      this.stop()
      button('start').focus()
    })
    button('torch').addEventListener('click', () => void this.#toggleTorch())
    const choice = part('camera', HTMLSelectElement)
    choice.addEventListener('change', () => void this.#change(choice.value))
    document.addEventListener('visibilitychange', () => this.#rest())
  }

  get isOn(): boolean {
    return this.#camera !== undefined || this.#isStarting
  }

  async start(): Promise<void> {
    if (this.isOn) return
    allowSound()
    say('stage-fault', '')
    this.#isStarting = true
    button('start').textContent = 'Starting'
    try {
      const video = part('video', HTMLVideoElement)
      video.hidden = false
      const chosen = await this.#use.store.kept<string>('camera')
      const onLost = (why: unknown) => this.#lost(why)
      const options = { video, reader: this.reader, onSeen: this.#use.onSeen, onLost }
      this.#camera = await Camera.start(options, chosen)
      await this.#showTools(this.#camera)
    } catch (error) {
      this.#lost(error)
    } finally {
      this.#isStarting = false
      button('start').textContent = this.#invitation
    }
  }

  /** Moves the camera's picture to the element with this id, with instructions. */
  moveTo(id: string, invitation: string): void {
    if (box('stage').parentElement !== box(id)) box(id).prepend(box('stage'))
    this.#invitation = invitation
    say('start', invitation)
  }

  stop(): void {
    this.#camera?.stop()
    this.#camera = undefined
    this.#show(false)
  }

  #lost(why: unknown): void {
    this.stop()
    say('stage-fault', faultOf(why))
  }

  #show(isOn: boolean): void {
    for (const id of ['video', 'aim', 'tools']) show(id, isOn)
    show('start', !isOn)
  }

  async #showTools(camera: Camera): Promise<void> {
    this.#show(true)
    button('stop').focus({ preventScroll: true })
    show('torch', camera.hasTorch)
    button('torch').setAttribute('aria-pressed', 'false')
    const cameras = await listCameras()
    show('cameras', cameras.length > 1)
    const options = cameras.map(({ id, name }) => {
      const option = element('option', '', name)
      option.value = id
      option.selected = id === camera.id
      return option
    })
    part('camera', HTMLSelectElement).replaceChildren(...options)
  }

  async #toggleTorch(): Promise<void> {
    const isOn = button('torch').getAttribute('aria-pressed') !== 'true'
    try {
      await this.#camera?.light(isOn)
      button('torch').setAttribute('aria-pressed', `${isOn}`)
    } catch {
      box('torch').hidden = true
    }
  }

  async #change(id: string): Promise<void> {
    await this.#use.store.keep('camera', id)
    this.stop()
    await this.start()
    part('camera', HTMLSelectElement).focus()
  }

  /** A hidden page releases the camera, and starts it again when it is visible. */
  #rest(): void {
    if (document.hidden && this.#camera) {
      this.#isResting = true
      this.stop()
    } else if (!document.hidden && this.#isResting) {
      this.#isResting = false
      void this.start()
    }
  }
}
