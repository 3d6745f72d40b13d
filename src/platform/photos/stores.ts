import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'

/** Storage of pictures by name. `get` of a missing name is undefined; removing it is no error. */
export type PhotoStore = {
  put(name: string, webp: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
}

// No slash and no leading dot: a name can leave neither the folder nor the bucket.
function plain(name: string): string {
  if (/^[\w-][\w.-]*$/.test(name)) return name
  throw new Error(`Not the name of a stored file: ${JSON.stringify(name)}`)
}

/**
 * Files in one folder, made when missing and closed to other accounts of the machine. A file is
 * there whole or not at all: it is written under a temporary name, flushed, then renamed. Throws
 * when a name is more than letters, digits, `-`, `_` and `.`.
 */
export function diskStore(folder: string): PhotoStore {
  const path = (name: string) => join(folder, plain(name))
  return {
    async put(name, webp) {
      const target = path(name)
      const unfinished = join(folder, `.${randomUUID()}.tmp`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(unfinished, webp, { mode: 0o600, flush: true })
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(path(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(name) {
      await rm(path(name), { force: true })
    },
  }
}

/**
 * Objects in an S3 bucket, or in any store with its protocol: `endpoint` then names the server, and the bucket stands
 * in the path. The key needs Get, Put, Delete and List on the bucket; without List, S3 answers 403 for an object that
 * is not there. `timeout` is in ms, for one call with its two retries. Throws an Error that names the call and the
 * store's answer.
 */
export function s3Store(options: {
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  timeout?: number
}): PhotoStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, timeout = 10_000 } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const home = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`

  async function exchange(method: string, url: string, webp?: Buffer) {
    const response = await client.fetch(url, {
      method,
      signal: AbortSignal.timeout(timeout),
      redirect: 'manual',
      ...(webp && { body: new Uint8Array(webp), headers: contentHeaders(webp) }),
    })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  async function call(method: string, name: string, webp?: Buffer): Promise<Buffer | undefined> {
    const url = `${home}/${plain(name)}`
    const { status, bytes } = await exchange(method, url, webp).catch((cause: unknown) => {
      throw new Error(`Photo store: no answer to ${method} ${name}`, { cause })
    })
    if (status < 300) return bytes
    if (status === 404 && method !== 'PUT') return undefined
    // Only the code: the rest of the answer may repeat keys and signatures into a log.
    const code = /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? 'no reason given'
    throw new Error(`Photo store: ${status} (${code}) to ${method} ${name}`)
  }

  return {
    put: async (name, webp) => void (await call('PUT', name, webp)),
    get: (name) => call('GET', name),
    remove: async (name) => void (await call('DELETE', name)),
  }
}

// The hash makes the signature cover the bytes too, for stores that are reached without TLS.
const contentHeaders = (webp: Buffer) => ({
  'content-type': 'image/webp',
  'x-amz-content-sha256': createHash('sha256').update(webp).digest('hex'),
})
