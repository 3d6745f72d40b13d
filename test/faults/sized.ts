/**
 * How much a harness does: in a run of every change, or with `npm run test:faults -- --full`, whose
 * figures stand in `docs/promises.md`.
 */
export const isFull = process.env['FAULTS'] === 'full'

/** @param usual what every change is tested with */
export const sized = (usual: number, full: number): number => (isFull ? full : usual)
