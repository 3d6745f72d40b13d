/** Services of two versions on one database. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

type VersionFolder = { folder: string; connectionString: string; pooled?: string | undefined }
type Service = { child: ChildProcess; url: string }

export class Versions {
  readonly #folder: string
  readonly #env: Record<string, string>
  readonly #running = new Set<ChildProcess>()

  /** `pooled`: the address of a pooler in front of the database */
  constructor({ folder, connectionString, pooled }: VersionFolder) {
    const { PATH = '' } = process.env
    this.#folder = folder
    this.#env = {
      PATH,
      DATA_DIR: folder,
      DATABASE_URL: pooled ?? connectionString,
      ...(pooled && { DATABASE_DIRECT_URL: connectionString }),
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATABASE_CONNECTIONS: '5',
      SECRET_KEY: 'what both of these services share',
    }
  }

  /** The earlier code, with the current packages where it needs the same ones, else with its own. */
  codeOf(at: string): string {
    if (existsSync(join(at, 'src', 'main.ts'))) return at
    const code = join(this.#folder, 'code')
    execFileSync('sh', ['-c', 'mkdir "$2" && git archive "$1" | tar -x -C "$2"', 'sh', at, code])
    const wanted = (root: string): Record<string, string> =>
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies
    const now = wanted('.')
    if (Object.entries(wanted(code)).every(([name, version]) => now[name] === version)) {
      symlinkSync(join(process.cwd(), 'node_modules'), join(code, 'node_modules'))
    } else execFileSync('npm', ['ci', '--omit=dev'], { cwd: code, stdio: 'inherit' })
    if (existsSync('pages/dist'))
      symlinkSync(join(process.cwd(), 'pages/dist'), join(code, 'pages/dist'))
    return code
  }

  /** Starts the service of a folder with its code, and waits until it is ready. */
  async start(code: string): Promise<Service> {
    const child = spawn(process.execPath, ['src/main.ts'], { cwd: code, env: this.#env })
    this.#running.add(child)
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          said += chunk
          const [, port] = /http:\/\/localhost:(\d+)/.exec(said) ?? []
          if (port && /Ready in/.test(said)) resolve(`http://127.0.0.1:${port}`)
        })
      }
      child.once('exit', () => reject(new Error(said)))
    })
    return { child, url }
  }

  async stop({ child }: Service): Promise<void> {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
    this.#running.delete(child)
  }

  /** What a command of the code in a folder prints. */
  run(code: string, command: string[]): string {
    const args = ['src/cli.ts', ...command]
    return execFileSync(process.execPath, args, { cwd: code, env: this.#env, encoding: 'utf8' })
  }

  kill(): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }
}
