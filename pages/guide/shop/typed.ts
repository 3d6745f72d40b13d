const name = 'festival-email'

/** Keeps the typed text across a reload of this tab. Text typed before this script runs is newer, and stays. */
export function restoreTyped(field: HTMLInputElement): void {
  try {
    const isUntouched = field.value === field.defaultValue
    if (isUntouched) field.value = sessionStorage.getItem(name) ?? field.value
    else sessionStorage.setItem(name, field.value)
    field.addEventListener('input', () => {
      try {
        sessionStorage.setItem(name, field.value)
      } catch {
        // Storage may be forbidden; then nothing is stored.
      }
    })
  } catch {
    // As above.
  }
}
