import { access, constants, type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { CommandError } from './output.ts'
import type { Dialect } from './table.ts'

/** Where a row stands, and the row as it was. */
type Place = { line: number | string; raw: string }

export type Rejected = {
  /** Adds rows with the reason of each. */
  write(rows: { row: Place; reason: string }[]): Promise<void>
  /** Gives the path of the file, or null where no row was rejected. */
  close(): Promise<string | null>
}

/**
 * The rows an import refuses: line, reason and the row as it was, in a file that can be corrected and
 * imported with the same map. It is made with the first of them.
 */
export function collectRejected(
  path: string,
  { header, at = 'line' }: { header: string; at?: string },
  { delimiter, quotes }: Dialect,
): Rejected {
  let file: FileHandle | undefined
  const cell = (text: string) => (quotes ? `"${text.replaceAll('"', '""')}"` : text)
  return {
    async write(rows) {
      if (rows.length === 0) return
      const lines = rows.map(({ row, reason }) => {
        // Rows travel as bytes, each a character: what stands before them has to as well.
        const said = Buffer.from(cell(reason)).toString('latin1')
        return `${row.line}${delimiter}${said}${delimiter}${row.raw}\n`
      })
      const isFirst = file === undefined
      file ??= await open(path, 'w')
      const first = isFirst ? `${at}${delimiter}reason${delimiter}${header}\n` : ''
      await file.write(Buffer.from(first + lines.join(''), 'latin1'))
    },
    async close() {
      await file?.close()
      return file ? path : null
    },
  }
}

/** Where the refused rows go: `wanted`, else beside the file, else the current folder. */
export async function chooseRejectedPath(file: string, wanted?: string): Promise<string> {
  const path = resolve(wanted ?? `${file}.rejected.csv`)
  if (path === resolve(file)) {
    throw new CommandError('--rejected must be another file than the one that is imported')
  }
  if (await isWritable(dirname(path))) return path
  if (wanted === undefined) return resolve(basename(path))
  throw new CommandError(`--rejected: ${dirname(path)} is no folder that can be written to`)
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
