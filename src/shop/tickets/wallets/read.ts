import type { Config } from '#platform/config/variables'
import { Problem } from '#platform/values/errors'
import { type AppleWallet, BadWallet, readAppleWallet } from './apple.ts'
import { type GoogleWallet, readGoogleWallet } from './google.ts'

/** The wallets that tickets can be added to; `faults` says what is wrong with the others' files. */
export type Wallets = {
  pkpass: AppleWallet | undefined
  google: GoogleWallet | undefined
  faults: string[]
}

export type WalletName = 'pkpass' | 'google'

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    /** what signs tickets for wallets, as far as the operator has it */
    wallets: Wallets
  }
}

/** Reads what the settings name. A file that cannot be used leaves its wallet out: tickets are sold all the same. */
export async function readWallets(config: Config): Promise<Wallets> {
  const faults: string[] = []
  const orNone = async <T>(reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof BadWallet)) throw error
      faults.push(error.message)
      return undefined
    }
  }
  const [pkpass, google] = [
    await orNone(readAppleWallet(config)),
    await orNone(readGoogleWallet(config)),
  ]
  return { pkpass, google, faults }
}

/** The wallets that are offered at a moment: none whose certificates have ended. */
export function walletsAt({ pkpass, google }: Wallets, now: Date): WalletName[] {
  return [
    ...(pkpass && now < pkpass.validUntil ? (['pkpass'] as const) : []),
    ...(google ? (['google'] as const) : []),
  ]
}

/** @throws Problem 409 `not_configured` */
export function requireWallet(wallets: Wallets, name: WalletName, now: Date): void {
  if (walletsAt(wallets, now).includes(name)) return
  throw new Problem(409, 'This service has no tickets for this wallet', { code: 'not_configured' })
}
