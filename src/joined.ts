/** Lets the service load the libraries that `scripts/join-libraries.ts` has put together. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const folder = new URL('../node_modules/.joined/', import.meta.url)

type Joined = { versions: Record<string, string>; files: Record<string, string> }

/** To be called before any of them is imported. Where they are not joined, or others are wanted: nothing. */
export function useJoined(): void {
  const joined = read<Joined>(new URL('index.json', folder))
  const wanted = read<{ dependencies: Record<string, string> }>(
    new URL('../package.json', import.meta.url),
  )
  if (!joined || !wanted) return
  const isRight = ([name, version]: [string, string]) => wanted.dependencies[name] === version
  if (!Object.entries(joined.versions).every(isRight)) return
  const urls = new Map(
    Object.entries(joined.files).map(([name, file]) => [name, new URL(file, folder).href]),
  )
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = urls.get(specifier)
      return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
    },
  })
}

function read<T>(file: URL): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
