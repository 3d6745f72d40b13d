/** Keeps presses on a part of the page while its script loads. Returns a function that repeats them, to call once it has run. */
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
  // A form ignores Enter while its button is disabled.
  const keepEnter = ({ target, key }: KeyboardEvent) => {
    const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
    const submit = form && form.querySelector<HTMLButtonElement>('[type=submit]')
    // Pressed, not submitted: it may be disabled still, as before an order is held.
    if (submit) presses.set(submit, () => submit.click())
  }
  place.addEventListener('click', keepClick, { signal, capture: true })
  place.addEventListener('change', keepChange, { signal, capture: true })
  place.addEventListener('keydown', keepEnter, { signal, capture: true })
  return () => {
    listening.abort()
    for (const repeat of presses.values()) repeat()
  }
}
