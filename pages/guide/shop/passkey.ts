/** Whether this browser makes passkeys and signs with them, as pages without HTTPS cannot. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Whether this browser offers passkeys among what it fills in at the field of the e-mail. */
export const canFillIn = async (): Promise<boolean> =>
  canUsePasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

/**
 * What a passkey that the user chooses has signed; undefined where none was chosen. With a signal it is offered among what
 * the browser fills in, until it is aborted.
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
