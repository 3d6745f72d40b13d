/** Why the set-up cannot continue, in a sentence, and the exit status. */
export class Impossible extends Error {
  constructor(sentence, status = 1) {
    super(sentence)
    this.status = status
  }
}
