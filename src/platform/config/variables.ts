/**
 * All environment variables of the service with their effect and default. `docs/operating.md` shows the same
 * table; a test compares the two.
 */

import { accountingSettings } from './accounting.ts'
import { bankSettings } from './bank.ts'
import { limitSettings } from './limits.ts'
import { openidSettings } from './openid.ts'
import { paymentSettings } from './payments.ts'
import { queueSettings } from './queue.ts'
import { sellerSettings } from './seller.ts'
import {
  database,
  email,
  flag,
  hidden,
  integer,
  list,
  longSecret,
  oneOf,
  optional,
  origin,
  pairs,
  password,
  proxies,
  type Setting,
  secret,
  sender,
  setting,
  share,
  text,
  url,
} from './setting.ts'
import { storageSettings } from './storage.ts'
import { walletSettings } from './wallets.ts'

export const settings = {
  NODE_ENV: setting(
    oneOf('development', 'production', 'test'),
    'development',
    'In production nothing secret is printed, no demo data is made, and the administrator and the client come from the variables below',
  ),
  PORT: setting(integer(0, 65_535), '3000', 'TCP port (0 takes a free one)'),
  HOST: setting(text, '0.0.0.0', 'Address to listen on'),
  WORKERS: setting(
    integer(1, 64),
    '1',
    'Processes that serve the port together; one a core is most that helps',
  ),
  PUBLIC_URL: optional(
    origin,
    'Where clients reach the service; photo addresses start with it. Absent: the scheme and host of each request',
  ),
  IMPRINT_URL: optional(
    url('http:', 'https:'),
    'Who runs the service: a link at the foot of its public pages, without which they sell nothing for real money',
  ),
  PRIVACY_URL: optional(
    url('http:', 'https:'),
    'What the service does with personal data: a link at the foot of its public pages, without which they sell nothing for real money',
  ),
  ACCESSIBILITY_URL: optional(
    url('http:', 'https:'),
    'The accessibility statement: a link at the foot of its public pages',
  ),
  DATA_DIR: setting(text, './data', 'Folder of our own PostgreSQL, the photos and the caught mail'),
  DATABASE_URL: optional(
    database,
    'A PostgreSQL of yours, 15 or newer. Of several hosts, as in postgresql://user:password@one:5432,two:5432/festival, the one that takes writes is used. Absent: the service starts its own in DATA_DIR',
  ),
  DATABASE_DIRECT_URL: optional(
    database,
    'The database itself, one host or several, where DATABASE_URL leads through a pooler in transaction mode: for what listens, migrates or takes its time',
  ),
  DATABASE_REPLICA_URLS: optional(
    list(url('postgres:', 'postgresql:')),
    'Streaming replicas of the database, separated by commas, which answer what is read of the catalogue',
  ),
  DATABASE_CONNECTIONS: setting(
    integer(1, 100),
    '10',
    'Connections of each process for requests. Four more serve jobs, and one listens',
  ),
  SECRET_KEY: hidden(
    optional(
      longSecret,
      'Seals what the database must not show, such as signing keys: at least 32 random characters. Absent: made once, as DATA_DIR/secret.key',
    ),
  ),
  SECRET_KEY_OTHER: hidden(
    optional(
      longSecret,
      'A second key that opens what it has sealed, while SECRET_KEY is exchanged. Nothing is sealed with it',
    ),
  ),
  CLIENT_ID: optional(text, 'A client that exists at every start, with all scopes'),
  CLIENT_SECRET: hidden(optional(secret, 'Its secret, at least 16 characters')),
  ADMIN_EMAIL: optional(email, 'An administrator who exists at every start'),
  ADMIN_PASSWORD: hidden(optional(password, "The administrator's password, 8 to 200 characters")),
  TOKEN_TTL_DAYS: setting(
    integer(1, 3_650),
    '365',
    'Life of client and user tokens, days; of publishable clients less',
  ),
  REFUSE_COMMON_PASSWORDS: optional(
    flag,
    'Whether a new password is refused that many people have, or that is made of an e-mail or a name of its owner. Absent: in production alone',
  ),
  ORGANIZERS: optional(
    oneOf('open', 'approved'),
    'Which organizers sell: open, all of them; approved, those that staff have approved. Absent: approved in production, else open',
  ),
  REQUIRE_SECOND_FACTOR: setting(
    flag,
    'false',
    'Whether every admin has to give a second factor, wherever they sign in. The console asks it of all who sign in there, in production',
  ),
  ...openidSettings,
  ...limitSettings,
  HIDE_MANAGER_EMAILS: optional(
    flag,
    'Whether the e-mail of an organizer’s creator who has not said `show_email` is null in GET /organizers. Absent: in production alone',
  ),
  ...paymentSettings,
  ...bankSettings,
  ...sellerSettings,
  ...accountingSettings,
  ...queueSettings,
  STREAMS_PER_USER: setting(
    integer(1, 10_000),
    '20',
    'Live streams of one user at once, of each kind, on all processes together',
  ),
  STREAMS: setting(integer(1, 1_000_000), '20000', 'Live streams at once, on each process'),
  RESPONSE_CACHE_MB: setting(
    integer(0, 100_000),
    '32',
    'Memory of each process for finished answers of the catalogue, MiB. Its earlier name KEPT_ANSWERS_MB still works',
  ),
  BUSY_AFTER_MS: setting(
    integer(1, 600_000),
    '500',
    'How long a request may have to wait for the database in a burst, ms, before new ones are refused with 503; when it lasts, a fifth of that',
  ),
  TIMEOUT_SCALE: setting(
    integer(1, 1_000),
    '1',
    'Factor on the time limits of waits for the database, for mail and push services, and of connections without traffic: more on a machine that is much slower than two cores',
  ),
  AUDIT_DAYS: setting(
    integer(1, 36_500),
    '730',
    'How long the audit log keeps who changed what, days',
  ),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: setting(
    flag,
    'false',
    'Lets webhooks, and push services of browsers, lead to private addresses and use plain HTTP, as for a receiver in the own network',
  ),
  CORS_ORIGINS: setting(
    text,
    '*',
    'Origins whose pages may call the API, separated by commas; those of publishable clients always may',
  ),
  DRAIN_DELAY_SECONDS: setting(
    integer(0, 300),
    '0',
    'How long the service goes on taking requests once it is asked to stop, while `/health/ready` says no, seconds',
  ),
  TRUSTED_PROXIES: setting(
    proxies,
    '0',
    'Addresses and networks of the proxies whose X-Forwarded-For and -Proto count, such as 10.0.0.0/8,192.168.1.5,::1; or how many proxies there are, where no caller reaches the port past them',
  ),
  SMTP_URL: optional(
    url('smtp:', 'smtps:'),
    'Mail server, such as smtp://user:password@host:587. Absent: mail lands as files in DATA_DIR/mail',
  ),
  MAIL_FROM: setting(sender, 'Festival <no-reply@festival.local>', 'Sender of mail'),
  MAIL_CONFIRMATIONS: setting(
    flag,
    'true',
    'Mails to buyers about purchases, refunds and cancelled festivals. false: applications send their own, as by webhooks',
  ),
  ...storageSettings,
  ...walletSettings,
  METRICS_TOKEN: hidden(
    optional(
      secret,
      'A bearer token that may read GET /metrics, at least 16 characters. Absent: only this machine may, and in production no caller',
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url('http:', 'https:'),
    'Where traces are sent, as OTLP/JSON over HTTP to its /v1/traces. Absent: no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: hidden(
    optional(
      pairs,
      'What is sent along there, such as authorization=Bearer%20token, separated by commas',
    ),
  ),
  OTEL_SERVICE_NAME: setting(text, 'festival', 'What the service is called in traces'),
  OTEL_TRACES_SAMPLER: setting(
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which requests are traced: parentbased_ follows who sent a traceparent, traceidratio takes a share',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(share, '1', 'That share, from 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    integer(10, 600_000),
    '5000',
    'How long spans are gathered before they are sent, ms',
  ),
  LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'What is logged, as one line of JSON each',
  ),
  LOG_ISO_TIMES: setting(
    flag,
    'false',
    'Whether the times of the log are texts such as 2026-07-01T18:00:00.000Z, and not milliseconds since 1970',
  ),
}

type Settings = typeof settings
export type Config = {
  [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> | Absent<Settings[Name]>
}
type Absent<S> = S extends { absent: string }
  ? never
  : S extends Setting<infer T>
    ? T & undefined
    : never
