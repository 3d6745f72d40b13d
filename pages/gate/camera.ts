/** The width and height in pixels at which a frame is read: enough for a ticket that fills a third of it. */
const frame = 720
/** A picture from a file is read only once. */
const still = 1_600
const [quick, slow, drowsyAfter] = [100, 250, 60_000]

type Reading = { texts: string[] } | { fault: string }

/** Reads the codes in pictures, one picture at a time, in a worker that starts with the first. */
export class Reader {
  #worker: Worker | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** @throws Error when the reader cannot be loaded */
  read(picture: ImageBitmap): Promise<string[]> {
    const reading = this.#turn.then(() => this.#ask(picture))
    this.#turn = reading.catch(() => undefined)
    return reading
  }

  /** Returns the codes in a picture file. */
  async readFile(file: Blob): Promise<string[]> {
    const whole = await createImageBitmap(file)
    const scale = Math.min(1, still / Math.max(whole.width, whole.height))
    const size = { resizeWidth: Math.max(1, Math.round(whole.width * scale)) }
    return this.read(await createImageBitmap(whole, size))
  }

  #ask(picture: ImageBitmap): Promise<string[]> {
    this.#worker ??= new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const settled = new AbortController()
      const { signal } = settled
      const hear = ({ data }: MessageEvent<Reading>) => {
        settled.abort()
        if ('texts' in data) resolve(data.texts)
        else reject(new Error(data.fault))
      }
      const fail = () => {
        settled.abort()
        // The next picture tries to load it again.
        this.#worker = undefined
        worker.terminate()
        reject(new Error('The code reader could not be loaded'))
      }
      worker.addEventListener('message', hear, { signal })
      worker.addEventListener('error', fail, { signal })
      worker.postMessage(picture, [picture])
    })
  }
}

type OnCodes = (texts: string[]) => void
type Options = {
  video: HTMLVideoElement
  reader: Reader
  onSeen: OnCodes
  onLost: (why: unknown) => void
}

/** A running camera, until `stop`. */
export class Camera {
  readonly #options: Options
  readonly #track: MediaStreamTrack
  #wakeLock: WakeLockSentinel | undefined
  #seenAt = Date.now()
  #isOn = true

  private constructor(options: Options, track: MediaStreamTrack) {
    this.#options = options
    this.#track = track
  }

  /**
   * Starts the camera with this id, or else the one facing away from the user.
   * @throws DOMException when it is not allowed, missing or in use
   */
  static async start(options: Options, deviceId: string | undefined): Promise<Camera> {
    const which = deviceId ? { deviceId: { ideal: deviceId } } : { facingMode: 'environment' }
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    const [track] = stream.getVideoTracks()
    if (!track) throw new DOMException('No camera', 'NotFoundError')
    options.video.srcObject = stream
    try {
      await options.video.play()
    } catch (error) {
      track.stop()
      throw error
    }
    const camera = new Camera(options, track)
    track.addEventListener('ended', () => camera.#lose(new DOMException('', 'NotReadableError')))
    void camera.#watch()
    // When the screen turns off, the browser stops the camera.
    camera.#wakeLock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    return camera
  }

  get id(): string | undefined {
    return this.#track.getSettings().deviceId
  }

  get hasTorch(): boolean {
    return 'torch' in (this.#track.getCapabilities?.() ?? {})
  }

  async light(isOn: boolean): Promise<void> {
    await this.#track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
  }

  stop(): void {
    this.#isOn = false
    this.#track.stop()
    this.#options.video.srcObject = null
    this.#wakeLock?.release().catch(() => undefined)
  }

  #lose(why: unknown): void {
    if (!this.#isOn) return
    this.stop()
    this.#options.onLost(why)
  }

  /** Reads ten frames a second; fewer after a minute without a code, to save the battery. */
  async #watch(): Promise<void> {
    while (this.#isOn) {
      const began = Date.now()
      try {
        await this.#look()
      } catch (error) {
        this.#lose(error)
      }
      const pace = Date.now() - this.#seenAt > drowsyAfter ? slow : quick
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, began + pace - Date.now()))
      })
    }
  }

  async #look(): Promise<void> {
    const { video, reader, onSeen } = this.#options
    const { videoWidth, videoHeight, readyState } = video
    const side = Math.min(videoWidth, videoHeight)
    if (side === 0 || readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    const [x, y] = [(videoWidth - side) / 2, (videoHeight - side) / 2]
    const size = Math.min(frame, side)
    const picture = await createImageBitmap(video, x, y, side, side, {
      resizeWidth: size,
      resizeHeight: size,
    })
    const texts = await reader.read(picture)
    if (!this.#isOn || texts.length === 0) return
    this.#seenAt = Date.now()
    onSeen(texts)
  }
}

/** The cameras to choose from; they have names once the user has allowed one. */
export async function listCameras(): Promise<{ id: string; name: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Camera ${index + 1}` }))
}

/** Explains why there is no camera, and how the user can fix it. */
export function faultOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (!window.isSecureContext) {
    return 'The camera needs HTTPS, or localhost. Type the code, or use a hand scanner.'
  }
  switch (name) {
    case 'NotAllowedError':
      return "The camera is not allowed. Allow it for this page in the browser's settings, then start again."
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No camera found. Type the code, use a hand scanner, or read a picture.'
    case 'NotReadableError':
    case 'AbortError':
      return 'The camera stopped, or another program uses it. Start again.'
    default:
      return 'The camera could not be started. Start again, or type the code.'
  }
}
