/**
 * Keeps presses on a part of the page whose script still loads: a fan sees the button and presses it. Returns a function to call
 * once the script has run, which repeats them.
 */
export function keepPresses(place: HTMLElement): () => void {
  const presses = new Map<Element, () => void>()
  const listening = new AbortController()
  const { signal } = listening
  const keepClick = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
    if (button) presses.set(button, () => button.click())
  }
  const keepChange = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'checkbox')
      presses.set(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
  }
  // A form whose button is disabled until the script has run ignores Enter.
  const keepEnter = ({ target, key }: KeyboardEvent) => {
    const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
    if (form) presses.set(form, () => form.requestSubmit())
  }
  place.addEventListener('click', keepClick, { signal, capture: true })
  place.addEventListener('change', keepChange, { signal, capture: true })
  place.addEventListener('keydown', keepEnter, { signal, capture: true })
  return () => {
    listening.abort()
    for (const repeat of presses.values()) repeat()
  }
}
