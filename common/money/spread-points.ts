/** Spreads points over units with these cents left to pay, rounded down, the first units first; `left` are points too many. */
export function spreadPoints(
  rests: number[],
  points: number,
  pointsPerEuro: number,
): { units: { points_used: number; amount_cents: number }[]; left: number } {
  let left = points
  const units = rests.map((rest) => {
    const worth = rest * pointsPerEuro
    const points_used = Math.min(left, Math.floor(worth / 100))
    left -= points_used
    return { points_used, amount_cents: Math.floor((worth - points_used * 100) / pointsPerEuro) }
  })
  return { units, left }
}
