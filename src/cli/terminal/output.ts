import { styleText } from 'node:util'

/** An error of a command. Its message states the problem and the next step. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Escapes the control characters of a text: stored data may contain any. */
export function visible(text: string): string {
  return text.replace(
    controls,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Formats a line for printing: without control characters, and with a coloured mark at its start. */
function shown(line: string): string {
  return visible(line)
    .replace(/^✓/, (mark) => styleText('green', mark))
    .replace(/^✗/, (mark) => styleText('red', mark))
}

/** Prints the result of a command: one JSON document with `--json`, otherwise lines of text. */
export function print(options: { json?: boolean | undefined }, result: object, lines: string[]) {
  const written = options.json ? JSON.stringify(result) : lines.map(shown).join('\n')
  process.stdout.write(`${written}\n`)
}

/** Prints an error on standard error: `{error}` with `--json`, otherwise a sentence, and the command for help. */
export function printError(error: unknown, { json, help }: { json: boolean; help?: string }): void {
  // For an invalid argument the service's own message is enough.
  const text = sentence(error).replace(
    /^error: (command-argument value '[^]*?' is invalid for argument '\w+'\. )?/,
    '',
  )
  const lines = `error: ${text.split('\n').map(visible).join('\n')}\n${help ? `See \`${help}\`\n` : ''}`
  const document = { error: text, ...(help && { help }) }
  process.stderr.write(json ? `${JSON.stringify(document)}\n` : lines)
}

/** Returns the message of an error; for a bug its stack. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // The first of several failed attempts to connect is enough.
  if (error instanceof AggregateError) return sentence(error.errors[0])
  // A bug: a report needs the stack.
  const ours = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
  return ours ? (error.stack ?? error.message) : error.message
}

/** `1,234` */
export const counted = (count: number) => count.toLocaleString('en')

/** `1 row`, `1,234 rows` */
export function plural(count: number, noun: string): string {
  return `${counted(count)} ${noun}${count === 1 ? '' : 's'}`
}
