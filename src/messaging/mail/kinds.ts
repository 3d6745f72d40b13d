/** The kinds of mails in the outbox. */

/**
 * Kinds of mails to users; `about` of each is an order, an attempt to pay one, a request to send its mail again, a refund or several at once, a
 * festival, news of one, a transfer, a document, a waiting entry or the recipient of a message.
 */
export type MailKind =
  | 'purchase'
  | 'purchaseAgain'
  | 'paymentAwaited'
  | 'paymentReminder'
  | 'refund'
  | 'document'
  | 'cancellation'
  | 'transferOffered'
  | 'transferOfferedByStaff'
  | 'transferAccepted'
  | 'transferDeclined'
  | 'waitingOffered'
  | 'festivalChanged'
  | 'festivalReminder'
  | 'message'

/** The topics of mails that a user may switch off (docs/contract, section 6.7). All others concern money, or were requested. */
export const mailTopics: Partial<Record<MailKind, string>> = {
  transferAccepted: 'transfers',
  transferDeclined: 'transfers',
  waitingOffered: 'waiting_list',
  festivalChanged: 'festivals',
  festivalReminder: 'reminders',
  message: 'messages',
}
