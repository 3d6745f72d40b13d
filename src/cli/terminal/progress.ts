import { styleText } from 'node:util'
import { counted } from './output.ts'

export type Progress = {
  /** `share` is the completed part, 0 to 1, after `count` rows */
  show(share: number, count: number): void
  /** Removes the bar. */
  clear(): void
}

const width = 30

/** Shows a bar on standard error: share, count, rows per second, time left. Shows nothing if it is not a terminal. */
export function showProgress(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  now: () => number = () => performance.now(),
): Progress {
  if (!out.isTTY) return { show() {}, clear() {} }
  const start = now()
  return {
    show(share, count) {
      const seconds = (now() - start) / 1000
      const full = Math.round(share * width)
      const bar = styleText('green', '█'.repeat(full)) + styleText('dim', '░'.repeat(width - full))
      const rate = Math.round(count / Math.max(seconds, 0.001))
      const left = share > 0 ? clock((seconds * (1 - share)) / share) : '--:--'
      const percent = `${Math.floor(share * 100)}%`.padStart(4)
      out.write(
        `\r${bar} ${percent}  ${counted(count)} rows  ${counted(rate)}/s  ${left} left\x1b[K`,
      )
    },
    clear() {
      out.write('\r\x1b[K')
    },
  }
}

/** Formats seconds as `m:ss`. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, '0')}`
}
