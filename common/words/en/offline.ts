/** Texts of the pages that open offline. */
export const offline = {
  keep: 'Keep on this device',
  keepHow: 'Opens without a network. Keep it on a device of your own only.',
  kept: 'Kept on this device: it opens without a network.',
  remove: 'Remove from this device',
  failed: 'This could not be kept. Check your connection, and try again.',
  safari:
    'In a tab, Safari forgets what is kept after seven days without a visit. Add this page to your Home Screen, or save the PDF of your ticket.',
  safariWallet: 'In a wallet it stays too.',
  asOf: (when: string) => `As of ${when}`,
  keptNote: 'Kept on this device. It may have changed since then.',
  title: 'No connection',
  lead: 'This page was not opened on this device before, or needs the service.',
  list: 'What opens without a network',
  nothing: 'Nothing yet. Festivals that you open, and tickets that you keep, will be here.',
}
