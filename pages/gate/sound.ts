import { play, type Tone } from '../shared/tones.ts'
import type { Verdict } from './judge.ts'

/** Rising for yes, twice the same for already used, one for a question, low and long for no. */
const tunes: Record<Verdict['result'], Tone[]> = {
  admitted: [
    [880, 0, 0.1],
    [1320, 0.11, 0.18],
  ],
  already_validated: [
    [494, 0, 0.14],
    [494, 0.22, 0.14],
  ],
  ask: [[660, 0, 0.3]],
  refused: [[165, 0, 0.5]],
}
const shakes: Record<Verdict['result'], number[]> = {
  admitted: [80],
  already_validated: [90, 90, 90],
  ask: [200],
  refused: [400],
}

/** Plays the sound and the vibration of a verdict. */
export function sound(result: Verdict['result']): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shakes[result])
  play(tunes[result])
}
