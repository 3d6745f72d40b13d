/**
 * Copies what the service needs into a folder: `node scripts/pack.ts FOLDER`, after `npm run setup`. Its
 * source without tests, the migrations, the built pages, and the packages in node_modules that it imports:
 * no bundler, nothing for the pages, no types. The Dockerfile uses it; so can a machine without npm.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

type Locked = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Packages = Record<string, Locked>

const taken = ['src', 'common', 'migrations', 'package.json', 'LICENSE', 'pages/dist']
/** Files that are not loaded at run time: tests, types, and source maps. */
const isLeftOut = (path: string) => /\.test\.ts$|\.d\.[cm]?ts$|\.map$/.test(path)

/** The imports of the source: package names, as in `import('sharp')` or `from 'typebox/value'`. */
function importedBy(folder: string): string[] {
  const files = globSync(`${folder}/**/*.ts`).filter((file) => !isLeftOut(file))
  const specifier = /(?:\bfrom |\bimport |\bimport\(|\bresolve\()['"]([^'"]+)['"]/g
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, name = '']) => name),
  )
  const isPackage = (name: string) => /^[@a-z]/.test(name) && !name.startsWith('node:')
  return names
    .filter((name) => isPackage(name) && !builtinModules.includes(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
}

/** Where a package finds another one, as Node resolves it: in itself, then in each folder above. */
function placeOf(name: string, from: string, packages: Packages): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = join(at, 'node_modules', name)
    if (place in packages) return place
    if (at === '') return undefined
  }
}

function neededBy({ dependencies, optionalDependencies, ...peers }: Locked): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = peers
  const wanted = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...wanted]
}

/**
 * The folders of all packages that the service needs on this system.
 * @throws Error when the source imports a package that is not installed
 */
export function packagesOf(root: string): string[] {
  const { packages }: { packages: Packages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const { optionalDependencies = {} } = packages[''] ?? {}
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const place = placeOf(name, from, packages)
    // A package for another system, or an unused peer.
    if (place === undefined || !existsSync(join(root, place)) || found.has(place)) return
    found.add(place)
    for (const next of neededBy(packages[place] ?? {})) add(next, place)
  }
  const imported = importedBy(join(root, '{src,common}'))
  for (const name of [...imported, ...Object.keys(optionalDependencies)]) add(name, '')
  const missing = imported.filter((name) => !found.has(`node_modules/${name}`))
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}`)
  return [...found].toSorted()
}

function pack(root: string, folder: string): void {
  const copy = (path: string, isTaken = (_path: string) => true) =>
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !isLeftOut(source) && isTaken(source),
    })
  for (const path of taken) copy(path)
  const node = readlinkSync(join(root, 'node_modules', '.bin', 'node'))
  const program = join('node_modules', '.bin', node)
  for (const place of packagesOf(root)) {
    // Nested packages are listed where they are needed.
    if (program.startsWith(`${place}/`)) copy(program)
    else copy(place, (source) => source !== join(root, place, 'node_modules'))
  }
  copy('node_modules/.joined')
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync(node, join(folder, 'node_modules', '.bin', 'node'))
}

if (import.meta.main) {
  const [folder] = parseArgs({ allowPositionals: true }).positionals
  if (folder === undefined) throw new Error('Say where to: node scripts/pack.ts FOLDER')
  pack(process.cwd(), folder)
}
