/**
 * The size of a harness: in a run for every change, or with `npm run test:faults -- --full`, whose figures
 * are in `docs/promises.md`.
 */
export const isFull = process.env['FAULTS'] === 'full'

/** @param usual the size for every change */
export const sized = (usual: number, full: number): number => (isFull ? full : usual)
