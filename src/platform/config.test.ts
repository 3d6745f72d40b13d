import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig, settings } from './config.ts'

test('nothing needs to be set in development', () => {
  const config = readConfig({})
  assert.equal(config.PORT, 3000)
  assert.equal(config.DATA_DIR, './data')
  assert.equal(config.TOKEN_TTL_DAYS, 365)
  assert.equal(config.DATABASE_URL, undefined)
})

test('an empty variable counts as absent', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: '' }).PORT, 3000)
})

for (const [env, message] of [
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV must be one of development, production, test'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
  ],
  [
    { DATABASE_URL: 'mysql://x/y' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
  ],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
  [{ HIDE_MANAGER_EMAILS: 'yes' }, 'HIDE_MANAGER_EMAILS must be true or false'],
  [{ CLIENT_ID: 'app' }, 'CLIENT_SECRET must be set together with CLIENT_ID'],
  [{ CLIENT_ID: 'app', CLIENT_SECRET: 'short' }, /CLIENT_SECRET must have at least 16 characters/],
  [
    { ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' },
    /ADMIN_EMAIL must be an e-mail address/,
  ],
  [
    { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' },
    /ADMIN_PASSWORD must have 8 to 200 characters/,
  ],
  [
    { S3_BUCKET: 'photos' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together with S3_BUCKET',
  ],
  [{ DATABSE_URL: 'x' }, 'DATABSE_URL is not known: did you mean DATABASE_URL?'],
  [{ ADMIN_EMIAL: 'x' }, 'ADMIN_EMIAL is not known: did you mean ADMIN_EMAIL?'],
  [{ TOKEN_TTL_DAY: '3' }, 'TOKEN_TTL_DAY is not known: did you mean TOKEN_TTL_DAYS?'],
  [
    { NODE_ENV: 'production' },
    'ADMIN_EMAIL must be set in production\nCLIENT_ID must be set in production',
  ],
  [{ PORT: 'x', LOG_LEVEL: 'y' }, /^PORT .*\nLOG_LEVEL /],
] as const) {
  test(`refuses ${JSON.stringify(env)}`, () => {
    assert.throws(() => readConfig(env), { name: 'BadConfiguration', message })
  })
}

test('what other programs set does not stop the start', () => {
  readConfig({ HOME: '/', PATH: '/bin', HOSTNAME: 'x', npm_config_port: '1', DATABASE_HOST: 'db' })
})

test('every variable stands in docs/operating.md, with its effect', () => {
  const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  for (const [name, { absent, effect }] of Object.entries(settings)) {
    assert.ok(
      text.includes(`| \`${name}\` | ${absent === undefined ? '' : `\`${absent}\``} | ${effect} |`),
      name,
    )
  }
})
