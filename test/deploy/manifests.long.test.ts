/** The files of deploy/ agree with the service: names of variables, paths, ports, stop times, users. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { readConfig } from '#platform/config/read'
import { settings } from '#platform/config/variables'
import { aWorld } from '../world.ts'

const world = await aWorld()
const text = (file: string) => readFileSync(file, 'utf8')
const yaml = (file: string) => parse(text(file), { merge: true })
const known = new Set(Object.keys(settings))
/** The maximum time in seconds a service takes to stop once it accepts no more connections. */
const drain = 10

/** As compose reads it with these variables in `.env`. */
const composeWith = (env: Record<string, string>) =>
  parse(
    text('compose.yaml').replaceAll(
      /\$\{(\w+):-([^}]*)\}/g,
      (_, name, standard) => env[name] ?? standard,
    ),
    { merge: true },
  )
const compose = composeWith({})
const kustomization = yaml('deploy/kubernetes/kustomization.yaml')
const manifests = new Map<string, any>(
  kustomization.resources.map((file: string) => {
    const manifest = yaml(`deploy/kubernetes/${file}`)
    return [manifest.kind, manifest]
  }),
)
const pod = manifests.get('Deployment').spec.template.spec
const [container] = pod.containers
const dockerfile = text('Dockerfile')
const unit = text('deploy/systemd/festival.service')

/** Variables set in every file that sets variables. */
const environments: [string, Record<string, string | undefined>][] = [
  ['compose.yaml', compose.services['service-1'].environment],
  ['deploy/compose/example.env', parseEnv(text('deploy/compose/example.env'))],
  ['deploy/kubernetes/config.env', parseEnv(text('deploy/kubernetes/config.env'))],
  ['deploy/kubernetes/secret.example.env', parseEnv(text('deploy/kubernetes/secret.example.env'))],
  ['deploy/systemd/example.env', parseEnv(text('deploy/systemd/example.env'))],
  ['Dockerfile', variablesIn(/^ENV (.*)$/gm, dockerfile)],
  ['festival.service', variablesIn(/^Environment=(.*)$/gm, unit)],
]

function variablesIn(line: RegExp, file: string): Record<string, string> {
  const pairs = [...file.matchAll(line)].flatMap(([, all = '']) => all.split(' '))
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)))
}

/** Read by Node, by a shell, or by the container of PostgreSQL. */
const others = new Set(['PATH', 'NODE_COMPILE_CACHE', 'POSTGRES_PASSWORD'])

for (const [file, variables] of environments) {
  // Requirement (rules): Files of deployment: a Dockerfile (small, non-root, health check), compose,
  //   Kubernetes manifests (probes, drain, disruption budget, autoscaling) and a systemd unit name
  //   variables the service knows
  test(`${file} sets variables that the service knows`, () => {
    const names = Object.keys(variables)
    assert.notDeepEqual(names, [])
    assert.deepEqual(
      names.filter((name) => !known.has(name) && !others.has(name)),
      [],
    )
  })
}

/** The values an operator fills in, made as the files say. */
const filledIn: Record<string, string> = {
  POSTGRES_PASSWORD: 'b0c1f2a97d5e4860',
  DATABASE_URL: 'postgresql://festival:b0c1f2a97d5e4860@db.example:5432/festival?sslmode=require',
  SECRET_KEY: 'qK3v9Zt1xYcW8uRm5oLs2eBhGdNfJpTa7iV4kXyQwE0=',
  ADMIN_EMAIL: 'ada@festival.example',
  ADMIN_PASSWORD: 'sunny-harbour-otter-93',
  CLIENT_ID: 'website',
  CLIENT_SECRET: 'Zr8Lw2Qd6Xn4Vt0Kc7Jb1Hg5Fs9Pm3Ya',
  METRICS_TOKEN: 'Hn5Kx8Wd2Lq7Vt4Zc0Jb9Rg3Fs6Pm1Ya',
  SMTP_URL: 'smtps://festival:secret@mail.example:465',
  MAIL_FROM: 'Festival <tickets@festival.example>',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI',
  STRIPE_SECRET_KEY: 'sk_live_51H8x2Kq9Zr4Lw7Vt0Nc',
  STRIPE_PUBLIC_KEY: 'pk_live_51H8x2Kq9Zr4Lw7Vt0Nc',
  STRIPE_WEBHOOK_SECRET: 'whsec_Zr8Lw2Qd6Xn4Vt0Kc7Jb1Hg5',
}

/** What compose sets itself, as the process sees it. */
const inService = ({ services }: any): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services['service-1'].environment).map(([name, value]) => [name, `${value}`]),
  )

for (const [where, files] of [
  ['compose', ['deploy/compose/example.env']],
  ['Kubernetes', ['deploy/kubernetes/config.env', 'deploy/kubernetes/secret.example.env']],
  ['systemd', ['deploy/systemd/example.env']],
] as const) {
  // Requirement (rules): What compose, Kubernetes and systemd are given, and what is filled in, lets
  //   production start, and no less
  test(`with ${where}, the given and the filled-in values let production start, and all are needed`, () => {
    const given: NodeJS.Dict<string> = Object.assign(
      {},
      ...files.map((file) => parseEnv(text(file))),
    )
    const asked = Object.keys(given).filter((name) => given[name] === '')
    const own = where === 'compose' ? inService(compose) : {}
    const start = { NODE_ENV: 'production', ...given, ...own }
    const whole: NodeJS.Dict<string> = {
      ...start,
      ...Object.fromEntries(asked.map((name) => [name, filledIn[name]])),
    }
    if (where === 'compose') whole['DATABASE_URL'] = filledIn['DATABASE_URL']
    assert.ok(
      asked.every((name) => name in filledIn),
      `${asked}`,
    )
    readConfig(whole)
    assert.throws(() => readConfig(start), /must be set/)
  })
}

test('what stands in front of compose, and its mail server, are set in .env', () => {
  const env = { TRUSTED_PROXIES: '2', SMTP_URL: 'smtps://mail.example:465' }
  const { environment } = composeWith(env).services['service-1']
  assert.equal(`${environment.TRUSTED_PROXIES}`, '2')
  assert.equal(environment.SMTP_URL, env.SMTP_URL)
})

test('each example file of secrets asks for METRICS_TOKEN', () => {
  for (const file of [
    'compose/example.env',
    'kubernetes/secret.example.env',
    'systemd/example.env',
  ])
    assert.ok('METRICS_TOKEN' in parseEnv(text(`deploy/${file}`)), file)
})

// Requirement (rules): Probes and health check ask for operations that the service answers
test('all probes request an address that the service answers without a token', async () => {
  const { paths } = (await world.get('/openapi.json', { client: null })).body
  const { startupProbe, livenessProbe, readinessProbe } = container
  const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
  const [, image = ''] =
    /127\.0\.0\.1:\$\{process\.env\.PORT \|\| 3000\}([\w/]+)/.exec(dockerfile) ?? []
  assert.deepEqual(
    [...asked.map(({ path }) => path), image],
    ['/health/live', '/health/live', '/health/ready', '/health/live'],
  )
  for (const path of [...asked.map(({ path }) => path), image]) assert.ok(paths[path]?.get, path)
  for (const { port } of asked) assert.equal(port, 'http')
})

test('everything leads to the port of the service', () => {
  const port = readConfig({}).PORT
  assert.match(dockerfile, new RegExp(`^EXPOSE ${port}$`, 'm'))
  assert.deepEqual(container.ports, [{ name: 'http', containerPort: port }])
  const [route] = manifests.get('Service').spec.ports
  assert.equal(route.targetPort, 'http')
  const [{ http }] = manifests.get('Ingress').spec.rules
  assert.deepEqual(http.paths[0].backend, {
    service: { name: 'festival', port: { name: route.name } },
  })
  const proxy = text('deploy/proxy/nginx.conf')
  const behind = [...proxy.matchAll(/^\s*server (\S+) /gm)].map(([, address]) => address)
  const services = Object.keys(compose.services).filter((name) => name.startsWith('service-'))
  assert.deepEqual(
    behind.filter((address) => address !== '{'),
    services.map((name) => `${name}:${port}`),
  )
  const [, listen] = /listen (\d+);/.exec(proxy) ?? []
  assert.match(compose.services.proxy.ports[0], new RegExp(`:${listen}$`))
})

// Requirement (rules): A manager that stops the service gives it the time to drain
test('a service has enough time to stop', () => {
  const { DRAIN_DELAY_SECONDS: pause = '0' } = parseEnv(text('deploy/kubernetes/config.env'))
  assert.ok(Number(pause) > 0, 'endpoints are taken out only then')
  assert.ok(pod.terminationGracePeriodSeconds > Number(pause) + drain)
  assert.ok(Number.parseInt(compose.services['service-1'].stop_grace_period, 10) > drain)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  assert.ok(Number(seconds) > drain)
  assert.match(dockerfile, /^STOPSIGNAL SIGTERM$/m)
  for (const command of dockerfile.match(/^CMD .*$|HEALTHCHECK[^\n]*\\\n.*$/gm) ?? []) {
    assert.match(command, /CMD \["node", /, 'a shell would keep the signal to itself')
  }
})

// Requirement (rules): The image runs as one user, not root, on a read-only file system, without capabilities
test('the image has one user, who is not root and owns only the data', () => {
  const [, uid = ''] = /^USER (\d+):\1$/m.exec(dockerfile) ?? []
  const { runAsUser, runAsGroup, fsGroup, runAsNonRoot } = pod.securityContext
  assert.deepEqual([runAsUser, runAsGroup, fsGroup].map(String), [uid, uid, uid])
  assert.equal(runAsNonRoot, true)
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } =
    container.securityContext
  assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false])
  assert.deepEqual(capabilities, { drop: ['ALL'] })
  const writable = container.volumeMounts.map(({ mountPath }: any) => mountPath)
  assert.deepEqual(writable, [/ DATA_DIR=(\S+)/.exec(dockerfile)?.[1], '/tmp'])
  for (const name of ['service-1', 'service-2']) {
    const { read_only, tmpfs, volumes, cap_drop } = compose.services[name]
    assert.deepEqual([read_only, tmpfs, volumes, cap_drop], [true, '/tmp', ['data:/data'], ['ALL']])
  }
})

test('references between resources use their names', () => {
  const { metadata, spec } = manifests.get('Deployment')
  const labels = { 'app.kubernetes.io/name': metadata.name }
  assert.deepEqual(spec.selector.matchLabels, labels)
  assert.deepEqual(spec.template.metadata.labels, labels)
  assert.deepEqual(manifests.get('Service').spec.selector, labels)
  assert.deepEqual(manifests.get('PodDisruptionBudget').spec.selector.matchLabels, labels)
  const scaled = manifests.get('HorizontalPodAutoscaler').spec
  assert.equal(scaled.scaleTargetRef.name, metadata.name)
  assert.ok(scaled.minReplicas > manifests.get('PodDisruptionBudget').spec.maxUnavailable)
  assert.equal(kustomization.images[0].name, container.image)
  const sources = container.envFrom.map((one: any) => (one.configMapRef ?? one.secretRef).name)
  assert.deepEqual(sources, [
    kustomization.configMapGenerator[0].name,
    kustomization.secretGenerator[0].name,
  ])
  // 100 is the default of PostgreSQL, three of them reserved for its owner.
  const each = readConfig({}).DATABASE_CONNECTIONS + 5
  assert.ok((scaled.maxReplicas + spec.strategy.rollingUpdate.maxSurge) * each <= 97)
})

test('no secret is ever committed', () => {
  for (const file of ['.env', 'deploy/kubernetes/secret.env']) {
    execFileSync('git', ['check-ignore', '--quiet', file])
  }
})
