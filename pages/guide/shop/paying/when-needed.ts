/** Loads the scripts of paying that few orders need. */
export function payWhenNeeded(page: HTMLElement): void {
  if (page.querySelector('#transfer'))
    void import('./transfer.ts').then(({ handleTransfer }) => handleTransfer(page))
  for (const place of page.querySelectorAll<HTMLDetailsElement>('details.billing[data-order]')) {
    const load = () =>
      void import('./billing.ts').then(
        ({ editBilling }) => editBilling(place),
        // Without a network: the next opening tries again.
        () => place.addEventListener('toggle', load, { once: true }),
      )
    place.addEventListener('toggle', load, { once: true })
  }
}
