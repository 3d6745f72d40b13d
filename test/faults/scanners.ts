/** Three scanners from Debian's packages, and the findings of each. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const words = (text: string) => text.split(' ')

/** Runs a scanner with its own home folder, for at most `seconds`; returns its output. */
async function run(command: string, args: string[], seconds: number): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'festival-scanner-'))
  const { PATH = '' } = process.env
  const child = spawn(command, args, {
    env: { PATH, HOME: home, TERM: 'dumb' },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('close', () => resolve())
  child.on('error', () =>
    reject(new Error(`${command} is not there: apt-get install slowhttptest sqlmap wapiti`)),
  )
  try {
    await promise
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return said
}

type Slow = { connections: number; seconds: number; args: string[] }

/** Whether all of slowhttptest's connections were closed, when, and whether the service answered throughout. */
export async function slowly(url: string, { connections, seconds, args }: Slow) {
  const many = ['-c', `${connections}`, '-r', '200', '-l', `${seconds}`]
  const pace = ['-i', '2', '-x', '24', '-p', '2']
  const said = await run('slowhttptest', [...args, ...many, ...pace, '-u', url], seconds + 60)
  const text = stripVTControlCharacters(said)
  const available = [...text.matchAll(/service available:\s+(\w+)/g)].map(([, word]) => word)
  return {
    isOver: /No open connections left/.test(text),
    seconds: Number(/Test ended on (\d+)th second/.exec(text)?.[1]),
    wasAvailable: available.length > 0 && available.every((word) => word === 'YES'),
  }
}

export type Target = { method: string; url: string; body?: object; params?: string[] }

/** What sqlmap found at a target: `found`, `none`, or the end of its output when it could not tell. */
export async function injections(
  { method, url, body, params = [] }: Target,
  headers: Record<string, string>,
): Promise<string> {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const said = await run(
    'sqlmap',
    [
      '-u',
      url,
      '--method',
      method,
      ...(params.length > 0 ? ['-p', params.join(',')] : []),
      ...(body ? ['--data', JSON.stringify(body)] : []),
      ...(sent.length > 0 ? ['--headers', sent.join('\n')] : []),
      ...words('--batch --flush-session --disable-coloring --ignore-code *'),
      ...words('--level 2 --risk 1 --dbms postgresql --threads 4'),
    ],
    900,
  )
  if (/identified the following injection point/.test(said)) return 'found'
  return /do not appear to be injectable/.test(said) ? 'none' : said.slice(-600)
}

type Report = Record<'vulnerabilities' | 'anomalies', Record<string, { info: string }[]>>

/** What wapiti found on a site, by kind: vulnerabilities and anomalies. */
export async function holes(
  url: string,
  { starts = [], headers = {}, seconds }: { starts?: string[]; headers?: object; seconds: number },
): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-wapiti-'))
  const file = join(folder, 'report.json')
  const said = await run(
    'wapiti',
    [
      '-u',
      `${url}/`,
      ...words('-m sql,timesql,xss,permanentxss,file,exec,crlf,redirect'),
      ...starts.flatMap((start) => ['-s', start]),
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...words(`--flush-session --no-bugreport --max-scan-time ${seconds} -f json -o`),
      file,
    ],
    seconds * 3 + 120,
  )
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`wapiti wrote no report: ${said.slice(-600)}`)
  })
  await rm(folder, { recursive: true })
  const { vulnerabilities, anomalies }: Report = JSON.parse(text)
  const kinds = Object.entries({ ...vulnerabilities, ...anomalies })
  return Object.fromEntries(
    kinds.flatMap(([kind, all]) => (all.length > 0 ? [[kind, all.map(({ info }) => info)]] : [])),
  )
}
