import type { Verdict } from './judge.ts'

/** Hertz, start and length in seconds: rising for yes, twice the same for already used, one for a question, low and long for no. */
const tunes: Record<Verdict['result'], [hertz: number, begin: number, length: number][]> = {
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

let context: AudioContext | undefined

/** Browsers allow sound only after the user has tapped: call this from that tap. */
export function allowSound(): void {
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
}

/** Plays the sound and the vibration of a verdict. */
export function sound(result: Verdict['result']): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shakes[result])
  if (!context) return
  const begin = context.currentTime
  for (const [hertz, at, length] of tunes[result]) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' })
    const volume = new GainNode(context, { gain: 0.5 })
    // Fades out, since a tone that is cut off clicks.
    volume.gain.setTargetAtTime(0, begin + at + length, 0.02)
    tone.connect(volume).connect(context.destination)
    tone.start(begin + at)
    tone.stop(begin + at + length + 0.1)
  }
}
