/** Not everything that is thrown is an error; the log wants its message. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message = thrown } = Object(thrown)
  const error = new Error(typeof message === 'string' ? message : 'A job failed without a reason')
  // pg-boss hands on copies, which still say whose failure it was.
  return typeof thrown === 'object' ? Object.assign(error, thrown) : error
}
