/** The months of the last two years, the latest first: `2027-07`. */
export function lastMonths(now = new Date()): string[] {
  return Array.from({ length: 24 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    return month.toISOString().slice(0, 7)
  })
}
