import type { Site } from './day-site.ts'

/** What a manager of the festival reads of the service. */
export async function getJson<T>({ host, world, manager }: Site, path: string): Promise<T> {
  const headers = { 'x-f-authorization': world.client.token, 'x-f-authentication': manager.token }
  const response = await fetch(host.proxy.url + path, { headers })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as T
}
