import { words } from '#common/words/shop-words'
import { confirmInDialog } from '../../me/dialog.ts'
import { copy } from '../../me/share.ts'
import { abandonOrder, readOrder } from '../order.ts'
import { say } from '../parts.ts'

const pollMs = 10_000

/** The page of an order that waits for its bank transfer: goes on to the tickets when the money has come. */
export function awaitTransfer(page: HTMLElement): void {
  handleTransfer(page)
  const id = page.querySelector<HTMLElement>('#transfer')?.dataset['order'] ?? ''
  const look = async () => {
    const order = document.hidden ? undefined : await readOrder(id).catch(() => undefined)
    if (order?.status === 'succeeded') return location.replace(`/tickets?order=${id}`)
    if (order && order.awaiting_payment === null) return location.reload()
    setTimeout(look, pollMs)
  }
  setTimeout(look, pollMs)
}

/** The buttons beside the account: they copy what to transfer, and give the order up. */
export function handleTransfer(page: HTMLElement): void {
  const place = page.querySelector<HTMLElement>('#transfer')
  if (!place) return
  const { transfer } = words
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const showCopied = (isCopied: boolean) =>
      say(place.querySelector('[role="status"]'), isCopied ? transfer.copied : transfer.notCopied)
    button.addEventListener('click', () => {
      void copy(button.dataset['copy'] ?? '').then(showCopied)
    })
  }
  place.querySelector('[data-give-up]')?.addEventListener('click', () => {
    const asked = {
      title: transfer.ask,
      text: [transfer.askText],
      button: words.giveUp,
      refused: {},
    }
    confirmInDialog(asked, async () => {
      await abandonOrder(place.dataset['order'] ?? '')
      const { back } = page.dataset
      if (back === undefined) location.reload()
      else location.replace(back)
    })
  })
}
