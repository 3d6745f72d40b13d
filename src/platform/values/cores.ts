import { availableParallelism } from 'node:os'

/** The cores that each of `WORKERS` processes may keep busy with work beside its loop: at least one. */
export const ownCores = Math.max(
  1,
  Math.floor(availableParallelism() / (Number(process.env['WORKERS']) || 1)),
)
