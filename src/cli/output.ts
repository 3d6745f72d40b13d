import { styleText } from 'node:util'

/** A command that cannot go on. The message is for the person: what is wrong and what to do next. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text whose control characters are seen and not obeyed: what is stored may hold any. */
export function visible(text: string): string {
  return text.replace(
    controls,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A line as it is shown: nothing in it moves the terminal, and a mark at its beginning is coloured. */
function shown(line: string): string {
  return visible(line)
    .replace(/^✓/, (mark) => styleText('green', mark))
    .replace(/^✗/, (mark) => styleText('red', mark))
}

/** What a command gives: one JSON document with `--json`, else lines for a person. */
export function print(options: { json?: boolean | undefined }, result: object, lines: string[]) {
  const written = options.json ? JSON.stringify(result) : lines.map(shown).join('\n')
  process.stdout.write(`${written}\n`)
}

/** `{error}` on the error stream with `--json`, else a sentence; and the help that tells more. */
export function printError(error: unknown, { json, help }: { json: boolean; help?: string }): void {
  // Of an argument that is wrong our own sentence tells all.
  const text = sentence(error).replace(
    /^error: (command-argument value '[^]*?' is invalid for argument '\w+'\. )?/,
    '',
  )
  const lines = `error: ${text.split('\n').map(visible).join('\n')}\n${help ? `See \`${help}\`\n` : ''}`
  const document = { error: text, ...(help && { help }) }
  process.stderr.write(json ? `${JSON.stringify(document)}\n` : lines)
}

/** What went wrong, in one sentence where it is known. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Of all attempts to connect that failed, the first tells enough.
  if (error instanceof AggregateError) return sentence(error.errors[0])
  // A fault of ours: where it happened is what a report of it needs.
  const ours = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  return ours ? (error.stack ?? error.message) : error.message
}

/** `1,234` */
export const counted = (count: number) => count.toLocaleString('en')

/** `1 row`, `1,234 rows` */
export function plural(count: number, noun: string): string {
  return `${counted(count)} ${noun}${count === 1 ? '' : 's'}`
}
