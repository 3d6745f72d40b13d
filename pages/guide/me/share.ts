/** Shares the page with the device's share dialog, else copies its link. */
export function share(): void {
  const status = document.querySelector<HTMLElement>('#shared')
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    button.hidden = false
    button.addEventListener('click', () => void shareHere(button.dataset, status))
  }
}

/** Anonymous visitors load this: its texts are on the page. */
async function shareHere(
  { copied = '', failed = '' }: DOMStringMap,
  status: HTMLElement | null,
): Promise<void> {
  const { url, title } = pageToShare()
  if (typeof navigator.share === 'function') {
    // Closing the device's dialog is not a failure.
    const isShared = await navigator.share({ title, url }).then(
      () => true,
      () => false,
    )
    if (isShared) await earn()
    return
  }
  const isCopied = await copy(url)
  if (isCopied) await earn()
  if (status) status.textContent = isCopied ? copied : failed
}

/** Returns the address without its fragment or query: a part of the page, or additions of another link. */
const pageToShare = () => ({
  url: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href,
  title: document.querySelector('h1')?.textContent ?? document.title,
})

/** Counts the share for points and badges of an account. */
async function earn(): Promise<void> {
  if (document.querySelector('meta[data-account]')) await (await import('./earn.ts')).recordShare()
}

/** Copies a text; returns false if it cannot: without HTTPS there is no clipboard. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
