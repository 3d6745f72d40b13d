/**
 * A mail server that is slow, refuses for a while because it is full, or lies: it takes a mail and drops the connection
 * before it says so. It is one after the other, for some mails each. It keeps what it took, with whether it said so.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance.ts'

const moods = ['healthy', 'slow', 'lying', 'full'] as const
type Mood = (typeof moods)[number]
/** So many mails until it is something else. */
const turn = 20
/** `at`: when all of it was there, as performance.now(). */
type Taken = { to: string; messageId: string; subject: string; isAcknowledged: boolean; at: number }

export class HostilePostOffice {
  /** what it is whatever its turn is */
  forced: Mood | undefined
  /** addresses whose mailboxes stay full */
  readonly refused = new Set<string>()
  readonly taken: Taken[] = []
  refusals = 0
  #asked = 0
  readonly #chance: Chance
  readonly #server = createServer((socket) => void this.#serve(socket).catch(() => {}))

  constructor(chance: Chance) {
    this.#chance = chance
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 post')
    let to = ''
    let data: string[] | undefined
    for await (const line of createInterface({ input: socket })) {
      if (data && line !== '.') data.push(line)
      else if (data) {
        const isHeard = await this.#take(to, data)
        data = undefined
        if (!isHeard) return void socket.destroy()
        say('250 taken')
      } else if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
      else {
        to = /^RCPT.*<(.*)>/i.exec(line)?.[1] ?? to
        if (/^DATA/i.test(line)) data = []
        say(this.#answerTo(line, to))
      }
    }
  }

  #answerTo(line: string, to: string): string {
    if (/^DATA/i.test(line)) return '354 go on'
    return !/^RCPT/i.test(line) || this.#accepts(to) ? '250 ok' : '452 4.2.2 full'
  }

  get #mood(): Mood {
    return this.forced ?? moods[Math.floor(this.#asked / turn) % moods.length] ?? 'healthy'
  }

  #accepts(to: string): boolean {
    this.#asked++
    const isTaken = this.#mood !== 'full' && !this.refused.has(to)
    if (!isTaken) this.refusals++
    return isTaken
  }

  /** Returns whether the sender learns of it. */
  async #take(to: string, lines: string[]): Promise<boolean> {
    const [mood, at] = [this.#mood, performance.now()]
    await pause(mood === 'slow' ? this.#chance.between(50, 600) : 20)
    const isAcknowledged = mood !== 'lying' || this.#chance.in100(50)
    const head = lines.slice(0, lines.indexOf('')).join('\n').replaceAll(/\n\s+/g, ' ')
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1] ?? ''
    const [messageId, subject] = [header('Message-ID'), header('Subject')]
    this.taken.push({ to, messageId, subject, isAcknowledged, at })
    return isAcknowledged
  }
}
