/** The words of paying by bank transfer. */
import { count, sum } from '../numbers.ts'

export const transfer = {
  choose: 'How would you like to pay?',
  card: 'Card',
  name: 'Bank transfer',
  hint: (days: number) =>
    `You get the account and a reference, and transfer the money within ${count(days)} days. Your tickets arrive when it has arrived.`,
  order: (euros: number) => `Order and transfer ${sum(euros)}`,
  signIn: 'You can also pay by bank transfer once you have signed in with your e-mail.',
  title: 'Pay by bank transfer',
  lead: 'Transfer exactly this amount, in one transfer, with this reference. Your tickets arrive by e-mail, and here, when the money has arrived.',
  holder: 'Account holder',
  amount: 'Amount',
  reference: 'Reference',
  until: 'To arrive by',
  copy: 'Copy',
  copyIban: 'Copy the IBAN',
  copyReference: 'Copy the reference',
  copied: 'Copied.',
  notCopied: 'This could not be copied. Select the text instead.',
  qr: 'QR code for your banking application',
  qrHint: 'Scan the code with your banking application: it fills in everything.',
  change: 'If you change your mind, cancel the order. If you transfer nothing, it ends by itself.',
  ask: 'Cancel this order?',
  askText:
    'What it holds for you goes back on sale. If you have transferred the money already, do not cancel: it takes up to two days to arrive.',
  refused: {
    not_set_up: 'This order cannot be paid by bank transfer. Pay by card.',
    email_not_confirmed: 'Confirm your e-mail first, then you can pay by bank transfer.',
    sales_end_soon: 'Sales end soon, so a bank transfer would arrive too late. Pay by card.',
    other_order_open:
      'Another order of yours waits for its bank transfer. Pay it or cancel it first.',
    too_many_here: 'Many orders at your connection wait for bank transfers. Pay by card.',
    too_many_waiting: 'Much of what you buy waits for bank transfers already. Pay by card.',
  },
}
