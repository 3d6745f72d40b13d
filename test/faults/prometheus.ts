/** Prometheus from Debian's package, scraping a service of ours. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../until.ts'

const run = promisify(execFile)

/** Whether both programs are installed: `apt-get install prometheus`. */
export async function hasPrometheus(): Promise<boolean> {
  return run('promtool', ['--version']).then(
    () => true,
    () => false,
  )
}

/** Returns promtool's findings about a text or files; '' when there are none. */
export async function promtool(args: string[], input?: string): Promise<string> {
  const asked = run('promtool', args)
  asked.child.stdin?.end(input)
  return asked.then(
    ({ stderr }) => stderr.trim(),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim(),
  )
}

type Query = { resultType: string; result: { value: [number, string] }[] }

/** Starts Prometheus on a copy of our files, scraping `url` every second. `closing` ends it. */
export async function startPrometheus(closing: AsyncDisposableStack, url: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'festival-prometheus-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  await cp('deploy/prometheus', folder, { recursive: true })
  const config = (await readFile(join(folder, 'prometheus.yml'), 'utf8'))
    .replaceAll('15s', '1s')
    .replace('localhost:3000', new URL(url).host)
    .replace(/# authorization:\n.*\n/, `authorization: { credentials: '${token}' }\n`)
  const file = join(folder, 'try.yml')
  await writeFile(file, config)
  const port = await aFreePort()
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  closing.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const api = `http://127.0.0.1:${port}`
  await until(
    'Prometheus',
    async () => (await fetch(`${api}/-/ready`).catch(() => undefined))?.ok === true,
    60_000,
  )
  return {
    /** The current values of a query. */
    async query(expression: string): Promise<number[]> {
      const answer = await fetch(`${api}/api/v1/query?query=${encodeURIComponent(expression)}`)
      const { data, error }: { data?: Query; error?: string } = (await answer.json()) as object
      if (!data) throw new Error(`${expression}: ${error}`)
      return data.result.map(({ value: [, text] }) => Number(text))
    },
  }
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await once(server.close(), 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
