/**
 * Returns the secret of a link in a mail. It is behind `#name=`, so the browser does not send it. Undefined
 * when there is none.
 */
export function secretIn(name: string): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined
}

/** Like `secretIn`, and removes it from the address, so that it is not in the history. */
export function takeSecret(name: string): string | undefined {
  const secret = secretIn(name)
  if (secret !== undefined) history.replaceState(history.state, '', location.pathname)
  return secret
}
