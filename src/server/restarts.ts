/** Counters of restarts after an unexpected end, for `GET /metrics`. */
export const restarts = {
  database: {
    name: 'festival_database_restarts_total',
    help: 'How often our own PostgreSQL ended by itself and was started again',
  },
  worker: {
    name: 'festival_worker_restarts_total',
    help: 'How often a worker process ended by itself and was replaced',
  },
}
