/** Where the service of a data folder runs, kept in the folder as `service.url` while it does. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileOf = (folder: string) => join(folder, 'service.url')

/** Keeps the address; gives what forgets it again, unless another service has come since. */
export async function keepAddress(folder: string, url: string): Promise<() => Promise<void>> {
  // It is a convenience: a folder that takes no file stops no service.
  await writeFile(fileOf(folder), `${url}\n`).catch(() => {})
  return async () => {
    if ((await readAddress(folder)) === url) await rm(fileOf(folder), { force: true })
  }
}

/** The address of the service that runs on a data folder; undefined also where one was killed. */
export async function findAddress(folder: string): Promise<string | undefined> {
  const url = await readAddress(folder)
  return url !== undefined && (await answersAsOurs(url)) ? url : undefined
}

async function readAddress(folder: string): Promise<string | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '')
  return URL.canParse(text.trim()) ? text.trim() : undefined
}

/** The patience with an answer, ms: the first description that a service makes takes seconds on a busy machine. */
const patience = 30_000

/** Whether the service answers there. One whose certificate is not trusted counts: it speaks TLS. */
export async function answersAsOurs(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(patience) })
    return /"title":"Festival"/.test(await answer.text())
  } catch (error) {
    return isAboutTrust(error)
  }
}

/** Whether a fetch failed because no authority has signed the certificate. */
export function isAboutTrust(error: unknown): boolean {
  return /CERT|^UNABLE_TO_/.test(Object(Object(error).cause).code)
}
