/** What makes backups by itself: a systemd timer, a CronJob and a profile of compose, each run as it is written. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { readBackup } from '../../src/cli/backup/restore-archive.ts'
import { aWorld } from '../world.ts'

const world = await aWorld()
const folder = await mkdtemp(join(tmpdir(), 'festival-backups-'))
after(() => rm(folder, { recursive: true }))

const read = (file: string) => readFile(file, 'utf8')
const yaml = async (file: string) => parse(await read(file), { merge: true })
const service = await read('deploy/systemd/festival.service')
const unit = await read('deploy/systemd/festival-backup.service')
const cronJob = (await yaml('deploy/kubernetes/backup.yaml')).spec
const pod = cronJob.jobTemplate.spec.template.spec
const [container] = pod.containers
const deployed = (await yaml('deploy/kubernetes/deployment.yaml')).spec.template.spec
const compose = await yaml('compose.yaml')

/** The values that a unit gives a key. */
const valuesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** What systemd runs one after the other until one fails, without a shell: as one line of a shell. */
const commandsOfUnit = [...valuesOf(unit, 'ExecStart'), ...valuesOf(unit, 'ExecStartPost')]
  .map((command) => command.replaceAll('/opt/festival', process.cwd()))
  .map((command) => command.split(' ').map((word) => `'${word}'`))
  .map((words) => words.join(' '))
  .join(' && ')

const commands: Record<string, string[]> = {
  'the systemd timer': ['sh', '-c', commandsOfUnit],
  'the CronJob': container.command,
  'the profile of compose': compose.services.backup.command,
}

/** A command named `festival`, as the image has it. */
const bin = join(folder, 'bin')
await mkdir(bin)
await writeFile(
  join(bin, 'festival'),
  `#!/bin/sh\nexec '${process.execPath}' '${process.cwd()}/src/cli.ts' "$@"\n`,
)
await chmod(join(bin, 'festival'), 0o755)

/** Runs a command in a folder of backups, and returns its status and what it said. */
async function run([program = '', ...args]: string[], cwd: string, url: string) {
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    DATABASE_URL: url,
    SECRET_KEY: 'k'.repeat(32),
  }
  const child = spawn(program, args, { cwd, env: { ...env, DATA_DIR: world.folder } })
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { status, said }
}

const longAgo = new Date(Date.now() - 20 * 86_400_000)

for (const [name, command] of Object.entries(commands)) {
  test(`${name} backs up, deletes what is older than two weeks, and nothing else`, async () => {
    const backups = await mkdtemp(join(folder, 'backups-'))
    for (const file of ['festival-2026-01-01T03-00-00Z.tar', 'notes.tar', 'festival-recent.tar']) {
      await writeFile(join(backups, file), 'x')
    }
    for (const file of ['festival-2026-01-01T03-00-00Z.tar', 'notes.tar'])
      await utimes(join(backups, file), longAgo, longAgo)

    const failed = await run(command, backups, 'postgres://festival@127.0.0.1:1/none')
    assert.notEqual(failed.status, 0)
    assert.match(failed.said, /ECONNREFUSED/)
    assert.equal((await readdir(backups)).length, 3, 'a backup that failed costs no older one')

    const { status, said } = await run(command, backups, world.connectionString)
    assert.equal(status, 0, said)
    const left = (await readdir(backups)).toSorted()
    assert.deepEqual(left.slice(1), ['festival-recent.tar', 'notes.tar'])
    assert.ok((await readBackup(join(backups, left[0] ?? ''))).rows > 0)
  })
}

test('the unit of the backup has the user, the data and the limits of the service', () => {
  const limits = [
    ...service.matchAll(
      /^((?:Protect|Private|Restrict|System|Capa|Ambient|Lock|NoNew|UMask)\w*=.*)$/gm,
    ),
  ]
  const missing = limits.map(([line]) => line).filter((line) => !unit.includes(`${line}\n`))
  assert.deepEqual(missing, [])
  assert.ok(limits.length > 20)
  for (const key of ['User', 'DynamicUser', 'EnvironmentFile', 'Environment', 'StateDirectoryMode'])
    assert.deepEqual(valuesOf(unit, key), valuesOf(service, key), key)
  const [state = '', backups = ''] = (valuesOf(unit, 'StateDirectory')[0] ?? '').split(' ')
  assert.deepEqual([state], valuesOf(service, 'StateDirectory'))
  assert.deepEqual(valuesOf(unit, 'WorkingDirectory'), [`/var/lib/${backups}`])
})

test('the CronJob runs the image, with the settings and the limits of the pods', async () => {
  const [served] = deployed.containers
  assert.deepEqual(
    [container.image, container.envFrom, container.securityContext, pod.securityContext],
    [served.image, served.envFrom, served.securityContext, deployed.securityContext],
  )
  const claim = await yaml('deploy/kubernetes/backup-volume.yaml')
  assert.deepEqual(pod.volumes[0], {
    name: 'backups',
    persistentVolumeClaim: { claimName: claim.metadata.name },
  })
  assert.equal(container.volumeMounts[0].mountPath, container.workingDir)
  assert.deepEqual(container.volumeMounts.slice(1), served.volumeMounts)
})

test('compose backs up only when it is asked to, into a folder that its user may write to', async () => {
  const { profiles, restart, working_dir, volumes, read_only, environment } =
    compose.services.backup
  assert.deepEqual([profiles, restart, read_only], [['backup'], 'no', true])
  assert.deepEqual(environment, compose.services['service-1'].environment)
  assert.deepEqual(volumes, ['data:/data', `\${BACKUPS:-backups}:${working_dir}`])
  assert.ok('backups' in compose.volumes)
  assert.match(await read('Dockerfile'), /install --directory --owner festival .* \/backups /)
})
