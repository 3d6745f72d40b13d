/** The settings of this device. Each is a checkbox with a stored value, and an attribute of the page for its style. */
import { input } from '../shared/page.ts'
import type { Store } from './store.ts'

const settings = ['sound', 'contrast', 'left'] as const

/** Restores the settings, and stores each change. */
export async function syncSettings(store: Store): Promise<void> {
  for (const name of settings) {
    const control = input(name)
    control.checked = (await store.kept<boolean>(name)) ?? control.checked
    const apply = () => {
      document.body.dataset[name] = `${control.checked}`
    }
    apply()
    control.addEventListener('change', () => {
      apply()
      void store.keep(name, control.checked)
    })
  }
}
