/** How long the process may go on after its work, ms. */
const graceMs = 10_000

/**
 * Ends the process with an error that lists what is still open, if it does not end by itself. The timer does not
 * keep it from ending.
 */
export function failOnHang(): void {
  const fail = () => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stdout.write(`FAILED: the benchmark does not end by itself. Still open: ${open}\n`)
    process.exit(1)
  }
  setTimeout(fail, graceMs).unref()
}
