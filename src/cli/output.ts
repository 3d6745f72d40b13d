/** A command that cannot go on. The message is for the person: what is wrong and what to do next. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** What a command gives: one JSON document with `--json`, else lines for a person. */
export function print(options: { json?: boolean | undefined }, result: object, lines: string[]) {
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`)
}

/** `{error}` on the error stream with `--json`, else a sentence; and the help that tells more. */
export function printError(error: unknown, { json, help }: { json: boolean; help?: string }): void {
  const text = sentence(error).replace(/^error: /, '')
  const lines = `error: ${text}\n${help ? `See \`${help}\`\n` : ''}`
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
