/** Shares the page by what the device has for it, else copies its link. */
export function share(): void {
  const status = document.querySelector<HTMLElement>('#shared')
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    button.hidden = false
    button.addEventListener('click', () => void shareHere(button.dataset, status))
  }
}

/** Strangers load this: what it says is on the page. */
async function shareHere(
  { copied = '', failed = '' }: DOMStringMap,
  status: HTMLElement | null,
): Promise<void> {
  // The address without what follows it: a part of the page, or what another link has added.
  const url =
    document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  const title = document.querySelector('h1')?.textContent ?? document.title
  if (typeof navigator.share === 'function') {
    // Closing the dialog of the device is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  const isCopied = await copy(url)
  if (status) status.textContent = isCopied ? copied : failed
}

/** Without HTTPS there is no clipboard. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
