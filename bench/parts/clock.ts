/** Milliseconds on a clock that all processes of a machine share, finer than a millisecond. */
export const clock = (): number => performance.timeOrigin + performance.now()
