import { BadConfiguration } from '#platform/config/read'

/** Returns the message for an error: the problem and the next step. */
export function explain(error: unknown): string {
  if (error instanceof BadConfiguration) return error.message
  if (!(error instanceof Error)) return `${error}`
  const { code = '', port, path } = error as Error & Where
  const known: Record<string, string | false> = {
    ECONNREFUSED: `The database of DATABASE_URL does not answer: ${error.message}`,
    EADDRINUSE: `Port ${port} is taken. Choose another one: npm start -- --port ${(port ?? 3000) + 1}`,
    EACCES: port !== undefined && needsRights(port),
    '3D000': withoutDatabase(error.message),
    ENOENT: path !== undefined && `${path} does not exist: give the PEM files of a certificate`,
  }
  if (/unsupported startup parameter/.test(error.message)) return wayPastPooler
  const isNoCertificate = /^ERR_OSSL|^ERR_SSL/.test(code)
  if (isNoCertificate) return `This is no certificate with its key, in PEM: ${error.message}`
  return known[code] || error.message
}

/** Turns PostgreSQL's `database "shop" does not exist` into a message with the command to create it. */
export function withoutDatabase(message: string): string {
  const name = /"(.+)"/s.exec(message)?.[1] ?? 'festival'
  const quoted = `"${name.replaceAll('"', '""')}"`
  return `Database "${name}" does not exist. Make it, for instance in psql: create database ${quoted}`
}

const wayPastPooler =
  'DATABASE_URL leads through a pooler. Set DATABASE_DIRECT_URL as well, to the database itself: for what listens, migrates or takes its time.'

/** Details that the system adds to its own errors. */
export type Where = { code?: string; port?: number; path?: string }

const needsRights = (port: number) =>
  `Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`
