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
    'ADMIN_EMAIL must be set in production\nCLIENT_ID must be set in production\nSTRIPE_SECRET_KEY must be set in production, or ALLOW_SIMULATED_PAYMENTS=true',
  ],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://h/d' },
    /SECRET_KEY must be set in production when DATABASE_URL is/,
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_0123456789' },
    'STRIPE_PUBLIC_KEY and STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY',
  ],
  [
    { STRIPE_SECRET_KEY: 'pk_test_0123456789' },
    /STRIPE_SECRET_KEY must be a key that starts with sk_ or rk_/,
  ],
  [
    { STRIPE_PUBLIC_KEY: 'sk_test_0123456789' },
    /STRIPE_PUBLIC_KEY must be a key that starts with pk_/,
  ],
  [{ STRIPE_SECRT_KEY: 'x' }, 'STRIPE_SECRT_KEY is not known: did you mean STRIPE_SECRET_KEY?'],
  [
    { SIMULATED_PROCESSOR: 'slow' },
    /SIMULATED_PROCESSOR must be like delay=2000,lose_answers=0\.1; there are delay, /,
  ],
  [{ SIMULATED_PROCESSOR: 'delay=5s' }, /SIMULATED_PROCESSOR must be like/],
  [{ SIMULATED_PROCESSOR: 'delay=1, lose_answers=0.1' }, /SIMULATED_PROCESSOR must be like/],
  [{ SIMULATED_PROCESSOR: 'delay=1,' }, /SIMULATED_PROCESSOR must be like/],
  [
    { SIMULATED_PROCESSOR: 'lose_answers=1.5' },
    'SIMULATED_PROCESSOR must have lose_answers from 0 to 1',
  ],
  [{ SIMULATED_PROCESSOR: 'delay=1,delay=2' }, /SIMULATED_PROCESSOR must be like/],
  [{ SECRET_KEY: 'x'.repeat(31) }, 'SECRET_KEY must have at least 32 characters'],
  [{ PORT: 'x', LOG_LEVEL: 'y' }, /^PORT .*\nLOG_LEVEL /],
] as const) {
  test(`refuses ${JSON.stringify(env)}`, () => {
    assert.throws(() => readConfig(env), { name: 'BadConfiguration', message })
  })
}

test('what the simulated processor is told is read', () => {
  assert.deepEqual(
    readConfig({ SIMULATED_PROCESSOR: 'delay=2000,lose_answers=0.1' }).SIMULATED_PROCESSOR,
    { delay: 2000, lose_answers: 0.1 },
  )
})

test('production runs with Stripe, or without where that is meant', () => {
  const production = {
    NODE_ENV: 'production',
    ADMIN_EMAIL: 'a@b.example',
    ADMIN_PASSWORD: 'long enough',
    CLIENT_ID: 'app',
    CLIENT_SECRET: 'a secret of the client',
  }
  readConfig({ ...production, ALLOW_SIMULATED_PAYMENTS: 'true' })
  readConfig({
    ...production,
    STRIPE_SECRET_KEY: 'rk_live_0123456789',
    STRIPE_PUBLIC_KEY: 'pk_live_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  })
})

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
