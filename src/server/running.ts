/** The address of the service of a data folder, stored in the folder as `service.url` while the service runs. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileOf = (folder: string) => join(folder, 'service.url')

/** Stores the address. Returns a function that removes it again, unless another service has started since. */
export async function saveAddress(folder: string, url: string): Promise<() => Promise<void>> {
  // A convenience only: an unwritable folder does not stop the service.
  await writeFile(fileOf(folder), `${url}\n`).catch(() => {})
  return async () => {
    if ((await readAddress(folder)) === url) await rm(fileOf(folder), { force: true })
  }
}

/** Returns the address of the service that runs on a data folder; undefined also if the service was killed. */
export async function findAddress(folder: string): Promise<string | undefined> {
  const url = await readAddress(folder)
  return url !== undefined && (await answersAsOurs(url)) ? url : undefined
}

async function readAddress(folder: string): Promise<string | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '')
  return URL.canParse(text.trim()) ? text.trim() : undefined
}

/** Timeout for an answer, ms: the first description of a service takes seconds on a busy machine. */
const patience = 30_000

/** Returns true if the service answers there. A certificate that is not trusted counts as an answer: the server speaks TLS. */
export async function answersAsOurs(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(patience) })
    return /"title":"Festival"/.test(await answer.text())
  } catch (error) {
    return isAboutTrust(error)
  }
}

/** Returns true if a fetch failed because no authority has signed the certificate. */
export function isAboutTrust(error: unknown): boolean {
  return /CERT|^UNABLE_TO_/.test(Object(Object(error).cause).code)
}
