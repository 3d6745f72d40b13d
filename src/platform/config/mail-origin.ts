import type { Config } from './variables.ts'

/**
 * Returns the origin that links in mails begin with: `PUBLIC_URL`, or this machine while developing without
 * it; undefined elsewhere, since only `PUBLIC_URL` says how a browser reaches the service.
 */
export function mailOrigin({
  PUBLIC_URL,
  NODE_ENV,
  PORT,
}: Pick<Config, 'PUBLIC_URL' | 'NODE_ENV' | 'PORT'>): string | undefined {
  const isHere = NODE_ENV === 'development' && PORT !== 0
  return PUBLIC_URL ?? (isHere ? `http://localhost:${PORT}` : undefined)
}
