/** The secret of a link in a mail, which stands behind `#name=` and so is sent nowhere; undefined: none. */
export function secretIn(name: string): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined
}

/** As `secretIn`, and takes it out of the address, so that it stays in no history. */
export function takeSecret(name: string): string | undefined {
  const secret = secretIn(name)
  if (secret !== undefined) history.replaceState(history.state, '', location.pathname)
  return secret
}
