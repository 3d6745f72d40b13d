/** Where the statements of jobs go, such as a pool. */
export type Statements = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** What does the jobs of one name. */
export type Worker = {
  cron?: string
  handle: (data: object) => Promise<void>
  keyOf?: (data: object) => string
  /** what pg-boss calls it, once it works */
  id?: string
}
