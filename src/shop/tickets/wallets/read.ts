import type { Config } from '#platform/config/variables'
import { Problem } from '#platform/values/errors'
import { type AppleWallet, BadWallet, readAppleWallet } from './apple.ts'
import { type GoogleWallet, readGoogleWallet } from './google.ts'

/** The wallets that tickets can be added to; `faults`: the errors in the files of the others. */
export type Wallets = {
  pkpass: AppleWallet | undefined
  google: GoogleWallet | undefined
  faults: string[]
}

export type WalletName = 'pkpass' | 'google'

declare module '#platform/http/infrastructure' {
  interface Infrastructure {
    /** the signers of wallet tickets, as far as the operator has them */
    wallets: Wallets
  }
}

/** Reads the files that the settings name. A file that cannot be used leaves its wallet out: tickets are sold all the same. */
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

/** Returns the wallets that are offered at a moment: none with expired certificates. */
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
