import pg from 'pg'

/** Enumerable, so that it also stands on the copies that libraries make of an error. */
const raisedHere = Symbol('raised by a connection to the database')

/** Marks an error as one of a connection to the database: system error codes do not identify their source. */
export function markAsDatabase<E>(error: E): E {
  if (error instanceof Error) Object.assign(error, { [raisedHere]: true })
  return error
}

/** Marks the errors a promise of the database's library rejects with, before any other handler sees them. */
export function marking<T>(asked: T): T {
  if (asked instanceof Promise) asked.catch(markAsDatabase)
  return asked
}

/** Returns true if an error came from a connection to the database, and not from mail, photos or another service. */
export function isFromDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError || Object(error)[raisedHere] === true
}

/** Returns PostgreSQL's five-letter code of an error, or ''. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

const lost =
  /ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|Connection terminated|timeout exceeded|Query read timeout|not queryable|connection error/

/** Returns true if a connection to the database was refused, cut, or got no answer in time. */
export function isConnectionLost(error: unknown): boolean {
  if (!isFromDatabase(error)) return false
  const { code = '', message = '' } = Object(error)
  // Class 08: connection; 57P01 to 57P03: it is stopping or starting.
  if (/^(08...|57P0[123])$/.test(code)) return true
  return sqlState(error) === '' && lost.test(`${code} ${message}`)
}

/** Returns the name of the constraint an error is about, or ''. */
export function brokenConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : ''
}
