/** The destination of the statements of jobs, such as a pool. */
export type Statements = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** The worker for jobs of one name. */
export type Worker = {
  cron?: string
  handle: (data: object) => Promise<void>
  keyOf?: (data: object) => string
  /** its id in pg-boss, once it works */
  id?: string
}
