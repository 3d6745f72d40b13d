import { access, constants, type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { CommandError } from '../terminal/output.ts'
import type { Dialect } from './table.ts'

/** The position of a row, and its original text. */
type RejectedRow = { line: number | string; raw: string }

export type Rejected = {
  /** Adds rows with the reason of each. */
  write(rows: { row: RejectedRow; reason: string }[]): Promise<void>
  /** Returns the path of the file, or null if no row was rejected. */
  close(): Promise<string | null>
}

/**
 * Collects rejected rows in a file: line, reason and the original row. It can be corrected and imported with
 * the same map. It is created with the first row.
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
        // Rows are Latin-1 strings of their bytes, so the reason must be one as well.
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

/** The path for rejected rows: `wanted`, otherwise beside the file, otherwise in the current folder. */
export async function chooseRejectedPath(file: string, wanted?: string): Promise<string> {
  const path = resolve(wanted ?? `${file}.rejected.csv`)
  if (path === resolve(file)) {
    throw new CommandError('--rejected must be another file than the one that is imported')
  }
  if (await isWritable(dirname(path))) return path
  if (wanted === undefined) return resolve(basename(path))
  throw new CommandError(`--rejected: the folder ${dirname(path)} cannot be written to`)
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
