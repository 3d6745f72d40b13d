/** Numbers of bank accounts and banks as people type them: with blanks, hyphens, small letters. */
import { isValidBIC, isValidIBAN } from 'ibantools'

/** Returns an IBAN or a BIC in capitals, without blanks and hyphens. */
export const plainAccount = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

export const isIban = (text: string) => isValidIBAN(plainAccount(text))

export const isBic = (text: string) => isValidBIC(plainAccount(text))
