import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isGuessable } from './guessable.ts'
import { readConfig } from './read.ts'
import type { Setting } from './setting.ts'
import { settings } from './variables.ts'
import { warningsOf } from './warnings.ts'

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

/** Variables of shells, desktops, containers, build servers, Node and other programs that run beside ours. */
const usual =
  'PATH HOME HOSTNAME HOSTTYPE USER USERNAME LOGNAME SHELL SHLVL TERM COLORTERM LANG LANGUAGE LC_ALL TZ PWD OLDPWD ' +
  'EDITOR VISUAL PAGER MAIL TMPDIR TEMP TMP DISPLAY PS1 UID EUID IFS MANPATH INFOPATH LS_COLORS COLUMNS LINES ' +
  'SSH_AUTH_SOCK SSH_CONNECTION XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS LD_LIBRARY_PATH JAVA_HOME GOPATH ' +
  'PYTHONPATH NODE_OPTIONS NODE_PATH NPM_TOKEN CI DEBUG FORCE_COLOR NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY ' +
  'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE REDIS_URL AWS_REGION GITHUB_TOKEN KUBERNETES_PORT KUBERNETES_SERVICE_HOST ' +
  'NOTIFY_SOCKET INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID PORTS HOSTS WORKER STREAM ORGANIZER'

test('no variable of a usual environment is taken for a misspelt one', () => {
  const env = Object.fromEntries(usual.split(' ').map((name) => [name, 'x']))
  assert.ok(Object.keys(env).length > 50)
  assert.equal(readConfig(env).PORT, 3000)
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
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization' },
    'OTEL_EXPORTER_OTLP_HEADERS must be like name=value,name=value',
  ],
  ...['bar', 'bar=', 'bar=a:0', 'bar=a:65536', 'bar=a:b', 'bar=a/b', 'bar=a,bar=b'].map(
    (value): [Record<string, string>, string] => [
      { RECEIPT_PRINTERS: value },
      'RECEIPT_PRINTERS must be like name=host:port,name=host, with each name once',
    ],
  ),
  [
    { DATEV_CONSULTANT: '29098', DATEV_CLIENT: '55003' },
    'DATEV_DEBTOR and DATEV_REVENUE must be set together with DATEV_CONSULTANT and DATEV_CLIENT',
  ],
  ...['19', '19=44', '19.0=4400', '4400', '19=4400,'].map(
    (value): [Record<string, string>, RegExp] => [
      { DATEV_REVENUE: value },
      /DATEV_REVENUE must be like 19=4400,7=4300,exempt=4200/,
    ],
  ),
  [{ DATEV_DEBTOR: '12' }, /DATEV_DEBTOR must be a number of an account, of 4 to 9 digits/],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
  [{ HIDE_MANAGER_EMAILS: 'yes' }, 'HIDE_MANAGER_EMAILS must be true or false'],
  [{ CLIENT_ID: 'app' }, 'CLIENT_SECRET must be set together with CLIENT_ID'],
  [{ CLIENT_ID: 'app', CLIENT_SECRET: 'short' }, /CLIENT_SECRET must have at least 16 characters/],
  [
    { ADMIN_EMAIL: 'unknown', ADMIN_PASSWORD: 'long enough' },
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
  [
    { OIDC_ISSUER: 'https://id.example' },
    'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together with OIDC_ISSUER',
  ],
  [
    { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    'OIDC_ISSUER must start with https://, but on this machine',
  ],
  [
    { OIDC_GROUPS: 'admin=bosses,owner=x' },
    'OIDC_GROUPS must be like admin=group,account=group; there are account, admin, create_subscriptions, manage_clients, manage_users, manage_rewards, manage_catalog, manage_money',
  ],
  [
    { CONFIRM_REFUNDS_ABOVE: '0.001' },
    'CONFIRM_REFUNDS_ABOVE must be EUR with at most two decimals, such as 500 or 99.50',
  ],
  [{ DATABSE_URL: 'x' }, 'DATABSE_URL is not known: did you mean DATABASE_URL?'],
  [{ ADMIN_EMIAL: 'x' }, 'ADMIN_EMIAL is not known: did you mean ADMIN_EMAIL?'],
  [{ TOKEN_TTL_DAY: '3' }, 'TOKEN_TTL_DAY is not known: did you mean TOKEN_TTL_DAYS?'],
  [{ PROT: '19102' }, 'PROT is not known: did you mean PORT?'],
  [{ PRT: '1' }, 'PRT is not known: did you mean PORT?'],
  [{ HOTS: '::1' }, 'HOTS is not known: did you mean HOST?'],
  [{ WROKERS: '2' }, 'WROKERS is not known: did you mean WORKERS?'],
  [{ DATABASEURL: 'x' }, 'DATABASEURL is not known: did you mean DATABASE_URL?'],
  [
    { NODE_ENV: 'production', ADMIN_EMAIL: 'a@b.example', CLIENT_SECRET: 'x'.repeat(40) },
    /^ADMIN_PASSWORD must be set together with ADMIN_EMAIL\nCLIENT_ID must be set together with CLIENT_SECRET\nSTRIPE_SECRET_KEY must be set/,
  ],
  [
    { NODE_ENV: 'production' },
    'ADMIN_EMAIL must be set in production\nADMIN_PASSWORD must be set in production\nCLIENT_ID must be set in production\nCLIENT_SECRET must be set in production\nSTRIPE_SECRET_KEY must be set in production, or ALLOW_SIMULATED_PAYMENTS=true',
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
    { SELLER_NAME: 'Harbour', SELLER_CITY: 'Aarhus', SELLER_TAX_NUMBER: '27/1' },
    'SELLER_STREET and SELLER_COUNTRY must be set together with SELLER_NAME: invoices name all of it',
  ],
  [{ SELLER_COUNTRY: 'Denmark' }, /SELLER_COUNTRY must be the code of a country/],
  [{ SELLER_VAT_ID: 'DK13585629' }, /SELLER_VAT_ID must be a VAT id/],
  [{ SELLER_PREFIX: 'hn' }, /SELLER_PREFIX must be 1 to 10 capitals and digits/],
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

test('settings of the simulated processor are read', () => {
  assert.deepEqual(
    readConfig({ SIMULATED_PROCESSOR: 'delay=2000,lose_answers=0.1' }).SIMULATED_PROCESSOR,
    { delay: 2000, lose_answers: 0.1 },
  )
})

const production = {
  NODE_ENV: 'production',
  ADMIN_EMAIL: 'a@b.example',
  ADMIN_PASSWORD: 'four boats in a bay',
  CLIENT_ID: 'app',
  CLIENT_SECRET: 'fst_secret_0gEfbZk2Qn8Vw',
}
const simulated = { ...production, ALLOW_SIMULATED_PAYMENTS: 'true' }
const drawn = 'mP0cZ4yq7m1Hn9uB2xTgKe5rVw8sLd3f'
const money = {
  STRIPE_SECRET_KEY: 'rk_live_0123456789',
  STRIPE_PUBLIC_KEY: 'pk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
}
const notRandom = 'must be random in production: openssl rand -base64 32 makes one'
const noUsual = 'ADMIN_PASSWORD must have at least 12 characters in production, and be no usual one'

for (const [env, message] of [
  [{ SECRET_KEY: 'changeme-changeme-changeme-changeme' }, `SECRET_KEY ${notRandom}`],
  [{ SECRET_KEY: '0123456789abcdef0123456789abcdef' }, `SECRET_KEY ${notRandom}`],
  [{ SECRET_KEY: 'abababababcdcdcdcdcdababababcdcdcd' }, `SECRET_KEY ${notRandom}`],
  [{ SECRET_KEY: 'your-secret-key-please-change-this-please' }, `SECRET_KEY ${notRandom}`],
  [{ CLIENT_SECRET: 'festival-secret-1' }, `CLIENT_SECRET ${notRandom}`],
  [{ METRICS_TOKEN: 'aaaaaaaaaaaaaaaa' }, `METRICS_TOKEN ${notRandom}`],
  [{ ADMIN_PASSWORD: 'k9#mQx2!' }, noUsual],
  [{ ADMIN_PASSWORD: 'Password-12345' }, noUsual],
  [{ ADMIN_PASSWORD: 'admin-festival-123456' }, noUsual],
  [
    { CLIENT_SECRET: production.ADMIN_PASSWORD },
    'ADMIN_PASSWORD must not be the same as CLIENT_SECRET',
  ],
  [{ SECRET_KEY: drawn, CLIENT_SECRET: drawn }, 'SECRET_KEY must not be the same as CLIENT_SECRET'],
  [
    { PUBLIC_URL: 'http://festival.example' },
    'PUBLIC_URL must start with https:// in production: tokens travel in headers',
  ],
  [
    { SMTP_URL: 'smtp://mail.example' },
    'MAIL_FROM must be set in production when SMTP_URL is: the sender of mails, at a domain of yours, such as Festival <tickets@your-domain.example>',
  ],
  [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: '' },
    /^MAIL_FROM must be set in production when SMTP_URL is/,
  ],
  [
    { SIMULATED_PROCESSOR: 'delay=1' },
    'SIMULATED_PROCESSOR makes payments fail on purpose: production must not have it',
  ],
  [
    { ...money, STRIPE_SECRET_KEY: 'sk_test_0123456789', ALLOW_SIMULATED_PAYMENTS: 'false' },
    /^STRIPE_SECRET_KEY is one of Stripe's test mode, in which no money moves/,
  ],
  [
    { SECRET_KEY: 'x'.repeat(40), ADMIN_PASSWORD: 'short-one', PUBLIC_URL: 'http://a.example' },
    new RegExp(`^SECRET_KEY ${notRandom}\n${noUsual}\nPUBLIC_URL must start with https`),
  ],
] as const) {
  // Requirement (rules): production refuses weak settings and says which
  test(`production refuses ${JSON.stringify(env)}, development does not`, () => {
    const refusal = { name: 'BadConfiguration', message }
    assert.throws(() => readConfig({ ...simulated, ...env }), refusal)
    readConfig({ ...simulated, ...env, NODE_ENV: 'development' })
  })
}

const https = {
  PUBLIC_URL: 'https://festival.example',
  TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,::1',
}
const operator = {
  IMPRINT_URL: 'https://operator.example/imprint',
  PRIVACY_URL: 'https://operator.example/privacy',
}
const seller = {
  SELLER_NAME: 'Harbour Operations',
  SELLER_STREET: 'Quay 1',
  SELLER_CITY: 'Aarhus',
  SELLER_COUNTRY: 'DK',
  SELLER_TAX_NUMBER: '27/1',
}
const well = { ...production, ...money, ...https, ...operator, ...seller, SECRET_KEY: drawn }

test('a well configured production gets no warning', () => {
  const near = 'postgresql:///festival?host=/run/postgresql'
  for (const DATABASE_URL of [near, 'postgres://u:p@db.example/f?sslmode=verify-full']) {
    assert.deepEqual(warningsOf(readConfig({ ...well, DATABASE_URL })), [])
  }
  assert.deepEqual(warningsOf(readConfig({ LOG_LEVEL: 'trace' })), [])
})

for (const [env, sentence] of [
  [{ PUBLIC_URL: '', TRUSTED_PROXIES: '0' }, /^PUBLIC_URL is not set/],
  [{ TRUSTED_PROXIES: '1' }, /^TRUSTED_PROXIES counts proxies while HOST is 0\.0\.0\.0/],
  [{ TRUSTED_PROXIES: '1', HOST: '::' }, /^TRUSTED_PROXIES counts proxies while HOST is ::/],
  [{ TRUSTED_PROXIES: '0' }, /^TRUSTED_PROXIES is 0: behind a proxy/],
  [{ DATABASE_URL: 'postgres://u:p@10.0.0.7/f' }, /^DATABASE_URL crosses a network without TLS/],
  [{ DATABASE_URL: 'postgres://u:p@10.0.0.7/f?sslmode=prefer' }, /^DATABASE_URL crosses/],
  [
    { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432,db.example:5432/f' },
    /^DATABASE_URL crosses a network/,
  ],
  [
    {
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      S3_ENDPOINT: 'http://s3.example',
    },
    /^S3_ENDPOINT crosses a network/,
  ],
  [{ ALLOW_SIMULATED_PAYMENTS: 'true' }, /^ALLOW_SIMULATED_PAYMENTS hands out tickets/],
  [{ STRIPE_API_BASE: 'https://stripe.example' }, /^STRIPE_API_BASE leads payments/],
  [{ SECRET_KEY_OTHER: 'x'.repeat(32) }, /^SECRET_KEY_OTHER is set: after `festival keys reseal`/],
  [
    Object.fromEntries(Object.keys(seller).map((name) => [name, ''])),
    /^SELLER_NAME and the other settings of the seller are not set: no membership is sold/,
  ],
  [{ IMPRINT_URL: '' }, /^IMPRINT_URL is not set: the guide and its checkout sell nothing\. Set/],
  [
    { IMPRINT_URL: '', PRIVACY_URL: '' },
    /^IMPRINT_URL and PRIVACY_URL are not set: the guide and its checkout sell nothing\. Set/,
  ],
  [{ LOG_LEVEL: 'debug' }, /^LOG_LEVEL is debug/],
  [{ LOG_LEVEL: 'silent' }, /^LOG_LEVEL is silent/],
] as const) {
  test(`production warns of ${JSON.stringify(env)}, and starts`, () => {
    const warnings = warningsOf(readConfig({ ...well, ...env }))
    assert.equal(warnings.length, 1, warnings.join('\n'))
    assert.match(warnings.join(), sentence)
  })
}

test('behind proxies without PUBLIC_URL production does not start, development warns', () => {
  for (const TRUSTED_PROXIES of ['1', '10.0.0.5']) {
    const message = /^PUBLIC_URL must be set behind proxies/m
    assert.throws(() => readConfig({ ...well, TRUSTED_PROXIES, PUBLIC_URL: '' }), { message })
    assert.match(warningsOf(readConfig({ TRUSTED_PROXIES })).join(), message)
  }
})

test('TRUSTED_PROXIES takes addresses, networks, or a number', () => {
  const read = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).TRUSTED_PROXIES
  assert.deepEqual(read('10.0.0.0/8, 192.168.1.5,::1,2001:db8::/32'), [
    '10.0.0.0/8',
    '192.168.1.5',
    '::1',
    '2001:db8::/32',
  ])
  assert.equal(read('2'), 2)
  for (const bad of [
    '11',
    '-1',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.5;::1',
    'fe80::1%eth0',
    '1.2.3',
    ',',
  ]) {
    assert.throws(
      () => read(bad),
      /TRUSTED_PROXIES must be addresses and networks|TRUSTED_PROXIES must be a whole/,
      bad,
    )
  }
})

test('a random secret is never taken for a guessable one', () => {
  const encodings = ['hex', 'base64', 'base64url'] as const
  for (let round = 0; round < 2000; round++) {
    for (const encoding of encodings) {
      const secret = randomBytes(16).toString(encoding)
      assert.equal(isGuessable(secret), false, secret)
    }
  }
})

test('production sends mail by a server with a sender of its own, and runs without either', () => {
  const sender = { MAIL_FROM: 'Festival <tickets@festival.example>' }
  readConfig({ ...simulated, ...sender, SMTP_URL: 'smtp://mail.example' })
  readConfig({ ...simulated, ...sender })
  readConfig(simulated)
})

test('production runs with Stripe, or without where that is confirmed', () => {
  readConfig(simulated)
  readConfig({ ...production, ...money })
})

test('a variable is also read by its earlier name', () => {
  assert.equal(readConfig({ ...simulated, KEPT_ANSWERS_MB: '7' }).RESPONSE_CACHE_MB, 7)
  const both = { ...simulated, KEPT_ANSWERS_MB: '7', RESPONSE_CACHE_MB: '8' }
  assert.equal(readConfig(both).RESPONSE_CACHE_MB, 8)
})

test('variables of other programs do not stop the start', () => {
  readConfig({ HOME: '/', PATH: '/bin', HOSTNAME: 'x', npm_config_port: '1', DATABASE_HOST: 'db' })
})

// Requirement (rules): every variable in one table with default, unit and effect, printed by `festival
//   config`
test('every variable is in docs/operating/settings.md, with its effect', () => {
  const text = readFileSync(new URL('../../../docs/operating/settings.md', import.meta.url), 'utf8')
  for (const [name, { absent, effect }] of Object.entries(settings)) {
    const row = `| \`${name}\` | ${absent === undefined ? '' : `\`${absent}\``} | ${effect} |`
    assert.ok(text.includes(row), `docs/operating/settings.md lacks the row:\n${row}`)
  }
})

test('secret variables are never shown', () => {
  for (const [name, { isSecret }] of Object.entries<Setting<unknown>>(settings)) {
    const isCalledOne = /SECRET|_PASSWORD$|_TOKEN$|_HEADERS$/.test(name)
    assert.equal(isSecret === true, isCalledOne, name)
  }
})

for (const [given, origin] of [
  ['HTTPS://Tickets.Example:443/', 'https://tickets.example'],
  ['http://tickets.example:80', 'http://tickets.example'],
  ['https://tickets.example:8443', 'https://tickets.example:8443'],
  ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
] as const) {
  test(`PUBLIC_URL ${given} is the origin ${origin}, as browsers write it`, () => {
    assert.equal(readConfig({ PUBLIC_URL: given }).PUBLIC_URL, origin)
  })
}

// Requirement (rules): PUBLIC_URL and MAIL_FROM are read as browsers and mail servers write them
test('PUBLIC_URL has neither path, query nor user', () => {
  for (const end of ['tickets.example/festival', 'tickets.example?a=b', 'ada@tickets.example']) {
    const PUBLIC_URL = `https://${end}`
    assert.throws(() => readConfig({ PUBLIC_URL }), { message: /^PUBLIC_URL must be scheme, host/ })
  }
})

// Requirement (rules): PUBLIC_URL and MAIL_FROM are read as browsers and mail servers write them
test('MAIL_FROM is a sender, whose domain is written in ASCII', () => {
  const sender = (MAIL_FROM: string) => readConfig({ MAIL_FROM }).MAIL_FROM
  assert.equal(sender('Bücher <tickets@BÜCHER.example>'), 'Bücher <tickets@xn--bcher-kva.example>')
  assert.equal(sender('tickets@bücher.example'), 'tickets@xn--bcher-kva.example')
  assert.equal(sender('Festival <tickets@festival.example>'), 'Festival <tickets@festival.example>')
  assert.throws(() => sender('Festival'), { message: /^MAIL_FROM must be an e-mail address/ })
})
