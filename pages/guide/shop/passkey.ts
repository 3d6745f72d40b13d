/** Returns true if this browser makes passkeys and signs with them, as pages without HTTPS cannot. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Returns true if this browser offers passkeys among its suggestions at the e-mail field. */
export const canFillIn = async (): Promise<boolean> =>
  canUsePasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

/**
 * Returns the signature of the passkey that the user chooses; undefined if none was chosen. With a signal it is offered
 * among the browser's suggestions, until it is aborted.
 */
export async function signByPasskey(
  options: object,
  signal?: AbortSignal,
): Promise<object | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const filled = signal && { mediation: 'conditional' as const, signal }
  const signed = await navigator.credentials.get({ publicKey, ...filled }).catch(() => null)
  return signed instanceof PublicKeyCredential ? signed.toJSON() : undefined
}
