/** The text of a QR code by which banking applications fill in a transfer (EPC069-12, version 002). */

export type TransferRequest = {
  holder: string
  iban: string
  bic: string | null
  cents: number
  /** a reference by ISO 11649 */
  reference: string
}

/** Most bytes of a code of version 13 with error correction M, as the guideline allows. */
const mostBytes = 331
const mostCents = 99_999_999_999

/**
 * Returns the lines of the code: UTF-8, a structured reference, no text, and nothing after the last filled line.
 * @throws Error for an amount of 0 or more than 999,999,999.99, which the guideline refuses
 */
export function epcText({ holder, iban, bic, cents, reference }: TransferRequest): string {
  if (cents < 1 || cents > mostCents) throw new Error(`${cents} cents cannot be requested`)
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    [...holder].slice(0, 70).join(''),
    iban.replaceAll(' ', ''),
    `EUR${amountText(cents)}`,
    '',
    reference,
  ]
  const text = lines.join('\n')
  if (Buffer.byteLength(text) > mostBytes)
    throw new Error(`The code has more than ${mostBytes} bytes`)
  return text
}

/** Writes cents with a decimal point and two decimals. */
export const amountText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
