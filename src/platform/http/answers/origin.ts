import type { FastifyRequest } from 'fastify'

/** Returns the origin at which the client reaches the service: `PUBLIC_URL`, else the requested host. */
export function originOf({
  server: { config },
  protocol,
  host,
}: Pick<FastifyRequest, 'server' | 'protocol' | 'host'>): string {
  return config.PUBLIC_URL ?? originIn(protocol, host)
}

/** Returns the origin of a host as the caller named it. */
export function originIn(protocol: string, host: string): string {
  // A host with other characters would break out of the JSON it is put into.
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

/** Returns the path of an address, also of one that names a host, as in requests to proxies (RFC 9112, 3.2.2). */
export function pathIn(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/*/i, '/')
}

/**
 * Makes the stored `/photos/…` of photos, icons and site plans absolute addresses. Inside a JSON string a quote is
 * escaped, so the pattern can only match the field itself, never a text that a user wrote.
 */
export function withPhotoAddresses(json: string, origin: string): string {
  return json
    .replaceAll('"photo":"/photos/', `"photo":"${origin}/photos/`)
    .replaceAll('"icon":"/photos/', `"icon":"${origin}/photos/`)
    .replaceAll('"site_plan":"/photos/', `"site_plan":"${origin}/photos/`)
}
