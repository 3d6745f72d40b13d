/** How often a line is renewed on a terminal, and repeated elsewhere, in milliseconds. */
const onTerminal = 1_000
const elsewhere = 10_000

/**
 * Shows on standard error what is being done for as long as it takes: on a terminal one line that counts the
 * seconds, elsewhere a line at the beginning and one every ten seconds. `count` returns how far the work is, as in
 * `120 of 282`, where that is known.
 */
export async function withProgress({ doing, estimate, done, count = () => '' }, work) {
  const { isTTY } = process.stderr
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  const show = () => {
    const line = `${doing}: ${[count(), `${seconds()} s`].filter(Boolean).join(', ')}`
    process.stderr.write(isTTY ? `\r\u001B[K${line}` : `${line}\n`)
  }
  process.stderr.write(`${doing} (${estimate}) ...${isTTY ? '' : '\n'}`)
  const repeated = setInterval(show, isTTY ? onTerminal : elsewhere)
  try {
    const result = await work()
    process.stderr.write(`${isTTY ? '\r\u001B[K' : ''}${done} in ${seconds()} s.\n`)
    return result
  } catch (error) {
    if (isTTY) process.stderr.write('\n')
    throw error
  } finally {
    clearInterval(repeated)
  }
}
