/** Whether the pages, and the package of the client beside them, are built from their current sources. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Whether every page is built, and none of its sources has changed since. */
export function arePagesBuilt(root) {
  const done = readLines(path.join(root, 'pages', 'dist', '.built'))[0]
  const isComplete =
    pagesOf(root).every((page) => isBuilt(root, page)) &&
    fs.existsSync(path.join(root, 'pages', 'dist', 'client.tgz'))
  return done === digestOfPages(root) && isComplete
}

/** A digest of the sources of the pages alone. */
export function digestOfOwn(root) {
  return digestOf(root, [
    ...filesIn(path.join(root, 'pages')),
    ...filesIn(path.join(root, 'client')),
    ...[
      'build-pages.ts',
      'build-client.ts',
      'docs-texts.ts',
      'offline-worker.ts',
      'zone-data.ts',
    ].map((name) => path.join(root, 'scripts', name)),
    path.join(root, 'package-lock.json'),
    path.join(root, 'LICENSE'),
  ])
}

/** A digest of all sources, including those of the service. */
function digestOfPages(root) {
  const taken = readLines(path.join(root, 'pages', 'dist', '.sources'))
  const files = taken.map((file) => path.join(root, file))
  return `${digestOfOwn(root)} ${digestOf(root, files)}`
}

function digestOf(root, files) {
  const digest = createHash('sha256')
  for (const file of files.toSorted()) {
    digest.update(`${path.relative(root, file)}\0`)
    if (fs.existsSync(file)) digest.update(fs.readFileSync(file))
  }
  return digest.digest('hex')
}

/** Records that the pages are built from the earlier sources, unless those have changed meanwhile. */
export function rememberBuilt(root, before) {
  if (digestOfOwn(root) !== before) return
  fs.writeFileSync(path.join(root, 'pages', 'dist', '.built'), `${digestOfPages(root)}\n`)
}

/** Until the rebuild is complete, they count as not built. */
export function forgetBuilt(root) {
  fs.rmSync(path.join(root, 'pages', 'dist', '.built'), { force: true })
}

function pagesOf(root) {
  const folder = path.join(root, 'pages')
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'index.html')))
}

const isBuilt = (root, page) => fs.existsSync(path.join(root, 'pages', 'dist', page, 'index.html'))

function filesIn(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : filesIn(file)
    return entry.isFile() ? [file] : []
  })
}

function readLines(file) {
  try {
    return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
