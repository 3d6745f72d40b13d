const name = 'festival-developer'

/** Returns true if this browser shows the API calls behind each page; off until it is switched on. */
export function isDeveloper(): boolean {
  try {
    return localStorage.getItem(name) === 'on'
  } catch {
    // Storage may be forbidden; then nothing is stored.
    return false
  }
}

/** Stores the choice for the console and the guide. */
export function setDeveloper(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // As above.
  }
}
