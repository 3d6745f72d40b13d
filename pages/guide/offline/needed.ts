import { files, own, pages } from './caches.ts'

const assets = '/guide/assets/'

/** Returns the built files that kept pages need, and the files named by these. */
export async function filesOfCached(): Promise<Set<string>> {
  const cache = await caches.open(files)
  const needed = new Set<string>()
  const waiting = await textsOfCached()
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [name] of text.matchAll(/[\w-]+\.(?:js|css|woff2|svg)\b/g)) {
      const path = `${assets}${name}`
      if (needed.has(path)) continue
      const file = await cache.match(path)
      if (!file) continue
      needed.add(path)
      if (/\.(?:js|css)$/.test(name)) waiting.push(await file.text())
    }
  }
  return needed
}

async function textsOfCached(): Promise<string[]> {
  const texts: string[] = []
  for (const name of [own, pages]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      if (answer) texts.push(await answer.text())
    }
  }
  return texts
}
