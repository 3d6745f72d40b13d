/** The nonce that the console's policy requires of style elements. */
export const nonce =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
