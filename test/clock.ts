/**
 * Returns a clock that does not go by itself: each reading is a millisecond after the one before, so that what happens
 * in turn keeps its order, and no lease or limit ends because the machine is slow. `ahead` moves it, in ms.
 */
export function steadyClock(ahead = () => 0): () => Date {
  const begin = Date.now()
  let readings = 0
  return () => new Date(begin + readings++ + ahead())
}
