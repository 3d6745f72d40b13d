/**
 * The tokens of the signed-in application and user. They are kept in the memory of the page only and never
 * stored.
 */
export const tokens: { client: string | null; user: string | null } = { client: null, user: null }

/**
 * Adds the tokens to a request and removes the placeholders of missing ones. A token that the user typed
 * into a header is kept.
 */
export function withTokens(request: Request): Request {
  const headers = new Headers(request.headers)
  const given = [
    ['x-f-authorization', tokens.client],
    ['x-f-authentication', tokens.user],
  ] as const
  for (const [name, token] of given) {
    if (headers.get(name)?.startsWith('fst_')) continue
    if (token === null) headers.delete(name)
    else headers.set(name, token)
  }
  return new Request(request, { headers })
}
