/** Hertz, start and length in seconds. */
export type Tone = [hertz: number, begin: number, length: number]

let context: AudioContext | undefined

/** Browsers allow sound only after the user has tapped: call this from that tap. */
export function allowSound(): void {
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
}

/** Plays tones, if sound is allowed. */
export function play(tones: Tone[]): void {
  if (!context) return
  const begin = context.currentTime
  for (const [hertz, at, length] of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' })
    const volume = new GainNode(context, { gain: 0.5 })
    // Fades out, since a tone that is cut off clicks.
    volume.gain.setTargetAtTime(0, begin + at + length, 0.02)
    tone.connect(volume).connect(context.destination)
    tone.start(begin + at)
    tone.stop(begin + at + length + 0.1)
  }
}
