import { own, pages } from './caches.ts'

/** Lists the pages that can be opened on the page without a network: a fan's own pages first. */
export async function listCached(page: HTMLElement): Promise<void> {
  const list = page.querySelector('#kept')
  for (const name of [own, pages]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      const { pathname } = new URL(request.url)
      list?.append(entry(pathname, (await answer?.text()) ?? ''))
    }
  }
  const none = page.querySelector<HTMLElement>('#none')
  if (none) none.hidden = list?.childElementCount !== 0
}

function entry(path: string, text: string): HTMLElement {
  const { title } = new DOMParser().parseFromString(text, 'text/html')
  const [item, link] = [document.createElement('li'), document.createElement('a')]
  link.href = path
  link.textContent = title.replace(/ · [^·]*$/, '') || path
  item.append(link)
  return item
}
