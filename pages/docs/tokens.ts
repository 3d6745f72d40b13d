/**
 * Who is signed in: the token of the application, and of whoever uses it. In the memory of the page
 * alone: nothing of it is ever stored.
 */
export const tokens: { client: string | null; user: string | null } = { client: null, user: null }

/**
 * A request with the tokens there are, and without the words that stand in for missing ones. A token
 * that was written into a header by hand stays.
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
