/** The examples of a text in Markdown, and a shell that runs them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the code of a language in the section with this heading, block by block. */
export function blocksOf(markdown: string, heading: string, language: string): string[] {
  const section = markdown.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))
  assert.ok(section, heading)
  const fence = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm')
  return [...section.matchAll(fence)].map(([, code = '']) => code)
}

/** Runs commands as one script in a folder, and asserts that it prints what its comments say. */
export async function runShell(code: string, cwd: string): Promise<void> {
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-e', '-c', code], {
    cwd,
    env: { PATH: process.env['PATH'] },
  })
  assertPrints(stdout, code)
}

/**
 * Asserts that code has printed what its comments `# → …` or `// → …` say, line by line. An ellipsis stands for any
 * text.
 */
export function assertPrints(stdout: string, code: string): void {
  const printed = stdout.split('\n').filter((line) => line !== '')
  const expected = [...code.matchAll(/^(?:#|\/\/) → (.*)$/gm)].map(([, line = '']) => line)
  for (const [index, line] of expected.entries()) {
    const pattern = line
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*')
    assert.match(printed[index] ?? '', new RegExp(`^${pattern}$`), `${line}\n${stdout}`)
  }
  assert.equal(printed.length, expected.length, stdout)
}
