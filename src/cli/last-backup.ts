import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Last = { made_at: string; file: string; bytes: number }

const fileOf = (folder: string) => join(folder, 'last-backup.json')

/** Remembers in the data folder when a backup was made last. */
export async function keepLastBackup(
  folder: string,
  { made_at, file, bytes }: Last,
): Promise<void> {
  // It is a convenience: a folder that takes no file stops no backup.
  await writeFile(fileOf(folder), `${JSON.stringify({ made_at, file, bytes })}\n`).catch(() => {})
}

/** The last one; undefined where none was made from this data folder. */
export async function findLastBackup(folder: string): Promise<Last | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
