/** Converts a thrown value to an error: not everything thrown is one, and the log needs its message. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message = thrown } = Object(thrown)
  const error = new Error(typeof message === 'string' ? message : 'A job failed without a reason')
  // pg-boss hands over copies, with fields that still identify the source of the failure.
  return typeof thrown === 'object' ? Object.assign(error, thrown) : error
}
