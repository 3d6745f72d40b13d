/** Texts about entries of statements. */
import type { BankDecision, BankEntryReason } from '../../../../client/src/index.ts'

export const reasons: Record<BankEntryReason, string> = {
  paid: 'Pays its order',
  refund: 'A transfer of a file',
  refund_returned: 'A transfer of a file that came back',
  unknown: 'Names no order',
  several: 'Names several orders',
  batch: 'Several transfers in one entry',
  too_little: 'Less than the order costs',
  too_much: 'More than the order costs',
  late: 'The order had ended',
  double: 'The order was paid already',
  reversal: 'Taken back by the bank',
  outgoing: 'Money that left the account',
}

/** Each decision: its button, what it does, and how an entry is shown after it. */
export const decisions: Record<BankDecision, { label: string; text: string; done: string }> = {
  accept: {
    label: 'Accept',
    text: 'The order that the entry names is paid, and its tickets are sent. What is too much goes back to the payer; what is missing is waived.',
    done: 'Accepted',
  },
  book_on: {
    label: 'Book on an order',
    text: 'Another order is paid with this money, and its tickets are sent. What is too much goes back to the payer; what is missing is waived.',
    done: 'Booked on an order',
  },
  give_back: {
    label: 'Give back',
    text: 'All of it waits to go back to the account that it came from, with the next file for the bank.',
    done: 'Given back',
  },
  dismiss: {
    label: 'Dismiss',
    text: 'The money stays in the account, and pays no order. Use this for money that has nothing to do with orders.',
    done: 'Dismissed',
  },
}
