/** `festival config` reports the settings in effect and the messages of a start, and no secret. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#platform/config/read'
import { settings } from '#platform/config/variables'
import { examineConfig } from './config.ts'

const secrets = {
  SECRET_KEY: 'mP0cZ4yq7m1Hn9uB2xTgKe5rVw8sLd3f',
  CLIENT_SECRET: 'sNq4yq7m1Hn9uB2xTg',
  ADMIN_PASSWORD: 'four boats in a bay',
}
const env = {
  ...secrets,
  CLIENT_ID: 'shop',
  ADMIN_EMAIL: 'ada@people.example',
  PORT: '8080',
  HOST: '',
  DATABASE_URL: 'postgres://ann:hunter2@db.example:5432/festival?sslmode=require&sslpassword=pw7',
  DATABASE_REPLICA_URLS: 'postgres://r:s3cret@one/f,postgres://r:s4cret@two/f',
  SMTP_URL: 'smtp://me:odd:p@ss@mail.example:587',
}
const { variables, ...verdict } = examineConfig(env)
const find = (name: string) => variables.find((variable) => variable.name === name)

// Requirement (rules): every variable in one table with default, unit and effect, printed by `festival
//   config`
test('every variable is there, in the order of the documentation', () => {
  assert.deepEqual(
    variables.map(({ name }) => name),
    Object.keys(settings),
  )
})

test('each setting is shown with its default, its unit and its source', () => {
  const { effect: _effect, ...port } = find('PORT') ?? {}
  assert.deepEqual(port, {
    name: 'PORT',
    value: '8080',
    is_set: true,
    is_secret: false,
    default: '3000',
    unit: null,
  })
  assert.deepEqual([find('HOST')?.value, find('HOST')?.is_set], ['0.0.0.0', false])
  const { value, unit } = find('PAYMENT_HOLD_SECONDS') ?? {}
  assert.deepEqual([value, unit], ['600', 'seconds'])
  assert.deepEqual([find('S3_BUCKET')?.value, find('S3_BUCKET')?.default], [null, null])
})

test('each variable for a time or a size has a unit', () => {
  const counting = variables.filter(({ name }) => /_(SECONDS|DAYS|MS|MB)$/.test(name))
  assert.ok(counting.length >= 6)
  assert.deepEqual(
    counting.filter(({ unit }) => unit === null),
    [],
  )
})

// Requirement (rules): printed by `festival config`
test('no secret is shown, nor a password inside an address', () => {
  const text = JSON.stringify(variables)
  const passwords = ['hunter2', 's3cret', 's4cret', 'p@ss', 'odd', 'pw7']
  for (const secret of [...Object.values(secrets), ...passwords]) {
    assert.equal(text.includes(secret), false, secret)
  }
  assert.deepEqual([find('SECRET_KEY')?.value, find('SECRET_KEY')?.is_set], [null, true])
  assert.equal(
    find('DATABASE_REPLICA_URLS')?.value,
    'postgres://r:***@one/f,postgres://r:***@two/f',
  )
})

// Requirement (rules): production refuses weak settings and says which
test('it shows all messages a start would have', () => {
  assert.deepEqual(verdict, { ok: true, problems: [], warnings: [] })
  const bad = { ...env, NODE_ENV: 'production', PORT: 'http', CLIENT_SECRET: 'changeme-changeme' }
  const { ok, problems } = examineConfig(bad)
  assert.throws(() => readConfig(bad), { message: problems.join('\n') })
  assert.deepEqual([ok, problems.length], [false, 4])
  assert.match(problems.join('\n'), /^MAIL_FROM must be set in production when SMTP_URL is/m)
  const allowed = { ALLOW_SIMULATED_PAYMENTS: 'true', MAIL_FROM: 'tickets@harbour.example' }
  const live = { ...env, NODE_ENV: 'production', ...allowed }
  assert.match(examineConfig(live).warnings.join('\n'), /^PUBLIC_URL .*\nALLOW_SIMULATED_PAYMENTS /)
})
