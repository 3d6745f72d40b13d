/** An application in a folder of its own, with the client as a service gives it out. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs npm with these arguments in the folder, and links packages that the application has beside. */
export async function anApplication(folder: string, npm: string[], packages: string[]) {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await execute(folder, 'npm', [
    ...npm,
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
    '--no-save',
  ])
  for (const name of packages) {
    const place = join(folder, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(root, 'node_modules', name), place)
  }
}

/** Asserts that all files of the folder have no error of types, those of the client included. */
export async function typeCheck(folder: string): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      jsx: 'react-jsx',
      skipLibCheck: false,
      lib: ['esnext', 'dom'],
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    include: [join(folder, '*.ts'), join(folder, '*.tsx')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await execute(folder, join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder])
}

/** Returns what a program prints; a failure shows it as well. */
export async function execute(cwd: string, command: string, args: string[]): Promise<string> {
  return promisify(execFile)(command, args, { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${stdout}${stderr}`),
  )
}
