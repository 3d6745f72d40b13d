import { useEffect, useState } from 'react'

/**
 * Returns the secret of a link in a mail. It is behind `#name=`, so the browser does not send it. Undefined
 * when there is none.
 */
function secretIn(name: string): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined
}

/** Works like `secretIn`, and removes the secret from the address, so that it is not in the history. */
export function takeSecret(name: string): string | undefined {
  const secret = secretIn(name)
  if (secret !== undefined) history.replaceState(history.state, '', location.pathname)
  return secret
}

type Link = { name: 'invitation' | 'reset'; token: string; email: string }

function linkHere(): Link | undefined {
  for (const name of ['invitation', 'reset'] as const) {
    const token = secretIn(name)
    if (token !== undefined) return { name, token, email: secretIn('email') ?? '' }
  }
  return undefined
}

/** Returns the link of the mail that opened this page, and the function that removes it from the address. */
export function useMailedLink(): [link: Link | undefined, leave: () => void] {
  const [link, setLink] = useState(linkHere)
  useEffect(() => {
    // A link that is opened in a tab of the console changes nothing but the hash.
    const read = () => setLink(linkHere())
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const leave = () => {
    if (link) takeSecret(link.name)
    setLink(undefined)
  }
  return [link, leave]
}
