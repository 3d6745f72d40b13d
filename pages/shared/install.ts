import { button, notice, show } from './page.ts'

/** The install prompt of the browser; not every browser has it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** Shows the install button if the browser can install the page. */
export function offerToInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    show('install', true)
    button('install').addEventListener('click', () => void (event as InstallPrompt).prompt())
  })
  window.addEventListener('appinstalled', () => show('install', false))
}

/** Explains which features are missing on a page that was not loaded over HTTPS. */
export function warnWithoutHttps(loses: string): void {
  if (window.isSecureContext) return
  notice('insecure', `This page was not loaded over HTTPS, so ${loses}`)
}
