const name = 'festival-email'

/** What was typed survives a reload of this tab. */
export function keepTyped(field: HTMLInputElement): void {
  try {
    field.value = sessionStorage.getItem(name) ?? field.value
    field.addEventListener('input', () => {
      try {
        sessionStorage.setItem(name, field.value)
      } catch {
        // Storage may be forbidden; then nothing is remembered.
      }
    })
  } catch {
    // As above.
  }
}
