const batch = 1000

/** Deletes `limit` rows at a time until none are left, so that no statement locks many for long. */
export async function inBatches(
  remove: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  for (let removed = batch; removed === batch; ) {
    const { numAffectedRows = 0n } = await remove(batch)
    removed = Number(numAffectedRows)
  }
}
