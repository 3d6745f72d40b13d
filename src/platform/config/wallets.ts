import { BadSetting, optional, text } from './setting.ts'

function digits(value: string): string {
  if (/^\d{1,20}$/.test(value)) return value
  throw new BadSetting('must be up to 20 digits')
}

/** The variables of wallets on telephones: files, and the signers. */
export const walletSettings = {
  APPLE_WALLET_CERTIFICATE: optional(
    text,
    'A file with the certificate of a Pass Type ID of Apple, as PEM. Absent: no tickets for Apple Wallet',
  ),
  APPLE_WALLET_KEY: optional(text, 'A file with its private key, as PEM without a passphrase'),
  APPLE_WALLET_ISSUER: optional(
    text,
    "A file with Apple's certificate that issued it (WWDR), as PEM",
  ),
  GOOGLE_WALLET_KEY: optional(
    text,
    'A file with the key of a service account of Google, as its JSON. Absent: no tickets for Google Wallet',
  ),
  GOOGLE_WALLET_ISSUER: optional(digits, 'The issuer id that Google Wallet gave, digits alone'),
}
