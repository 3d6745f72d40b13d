type Tokens = { client: string | null; user: string | null }

/** The tokens of the application and of its user, in the memory of the page alone: they are never stored. */
export const tokens: Tokens = { client: null, user: null }

const listeners: (() => void)[] = []

/** Calls the listener whenever the tokens have changed. */
export function onTokens(listener: () => void): void {
  listeners.push(listener)
}

/** Replaces the tokens. */
export function setTokens(next: Tokens): void {
  Object.assign(tokens, next)
  for (const listener of listeners) listener()
}

/**
 * Adds the tokens to a request and removes the placeholders of missing ones. A token that the user typed into a header
 * is retained. The request is strict unless the user says otherwise: a typing error is refused.
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
  if (!headers.has('prefer')) headers.set('prefer', 'handling=strict')
  return new Request(request, { headers })
}
