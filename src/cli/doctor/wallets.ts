import type { Config } from '#platform/config/variables'
import { readWallets } from '#shop/tickets'
import type { Check } from './machine.ts'

/** Certificates are renewed by hand: a warning appears this long before their end, ms. */
const notice = 30 * 86_400_000

/** Checks that the files of the wallets can be used, and for how long; undefined if none is configured. */
export async function checkWallets(config: Config, now: Date): Promise<Check | undefined> {
  const { APPLE_WALLET_CERTIFICATE, GOOGLE_WALLET_KEY } = config
  if (!APPLE_WALLET_CERTIFICATE && !GOOGLE_WALLET_KEY) return undefined
  const { pkpass, google, faults } = await readWallets(config)
  const name = 'Wallets'
  if (faults.length > 0) {
    const advice = 'Correct these files; docs/operating/wallets.md says where they come from'
    return { name, ok: false, detail: 'a wallet is not offered', advice, faults }
  }
  const ending = pkpass && endingOf(pkpass.validUntil, now)
  if (ending) return { name, ...ending }
  const detail = [
    pkpass && `Apple until ${dayOf(pkpass.validUntil)}`,
    google && `Google as ${google.email}`,
  ]
  return { name, ok: true, detail: detail.filter(Boolean).join(', ') }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the warning for a certificate that has expired or soon will; otherwise undefined. */
function endingOf(until: Date, now: Date): Omit<Check, 'name'> | undefined {
  if (until.getTime() - now.getTime() > notice) return undefined
  const ok = until > now
  const detail = `the certificate of Apple Wallet ${ok ? 'ends' : 'ended'} on ${dayOf(until)}`
  return {
    ok,
    detail,
    advice: 'Make a new certificate at Apple; docs/operating/wallets.md says how',
  }
}
