/** The reason why a row is rejected. */
export class Fault extends Error {
  override name = 'Fault'
}
