import type { AuditEntry } from '../../../client/src/index.ts'

/** The action, its record, and the word that leads to its festival: `refunded`, `payment`, `of`. */
type Sentence = [does: string, noun: string, at?: string]

/** Every action of the log; `test/audit-coverage.long.test.ts` compares them with the service's actions. */
const sentences: Record<string, Sentence> = {
  'accommodation.create': ['added', 'accommodation', 'to'],
  'accommodation.delete': ['deleted', 'accommodation', 'of'],
  'accommodation.update': ['changed', 'accommodation', 'of'],
  'artist.create': ['added', 'artist'],
  'artist.decide_announcer': ['decided who announces', 'artist'],
  'artist.delete': ['deleted', 'artist'],
  'artist.import': ['imported', 'artist'],
  'artist.merge': ['merged another one into', 'artist'],
  'artist.update': ['changed', 'artist'],
  'badge.create': ['created', 'badge'],
  'badge.delete': ['deleted', 'badge'],
  'badge.update': ['changed', 'badge'],
  'bank_entry.decide': ['decided about', 'bank entry'],
  'bank_file.create': ['made', 'file of transfers'],
  'bank_file.hand_in': ['handed in at the bank', 'file of transfers'],
  'bank_statement.import': ['imported', 'statement of the bank account'],
  'challenge.create': ['created', 'challenge'],
  'challenge.delete': ['deleted', 'challenge'],
  'challenge.update': ['changed', 'challenge'],
  'client.create': ['created', 'client'],
  'client.delete': ['deleted', 'client'],
  'client.ensure': ['set up', 'client'],
  'client.rotate': ['gave a new secret to', 'client'],
  'client.update': ['changed', 'client'],
  'device.close_shift': ['closed a shift at', 'till', 'of'],
  'device.create': ['added', 'gate device', 'to'],
  'device.delete': ['removed', 'gate device', 'from'],
  'device.open_shift': ['opened a shift at', 'till', 'of'],
  'device.take_over': ['moved to another phone', 'gate device', 'of'],
  'festival.cancel': ['cancelled', 'festival'],
  'festival.create': ['created', 'festival'],
  'festival.delete': ['deleted', 'festival'],
  'festival.duplicate': ['made as the next edition', 'festival'],
  'festival.import_lineup': ['imported the line-up of', 'festival'],
  'festival.import': ['imported', 'festival'],
  'festival.remove_gate_staff': ['removed gate staff from', 'festival'],
  'festival.set_zone': ['set up a zone of', 'festival'],
  'festival.update': ['changed', 'festival'],
  'festival.write_off_lease': ['wrote off offline sales of', 'festival'],
  'guest.correct_email': ['corrected the e-mail of', 'guest', 'of'],
  'invitation.accept': ['accepted', 'invitation', 'to'],
  'invitation.create': ['sent', 'invitation', 'to'],
  'invitation.delete': ['took back', 'invitation', 'to'],
  'keys.reseal': ['sealed again with the newest key', 'the secrets'],
  'ladder.replace': ['replaced', 'the levels'],
  'message.create': ['wrote', 'message', 'to attendees of'],
  'message.delete': ['deleted', 'message', 'to attendees of'],
  'message.send': ['sent', 'message', 'to attendees of'],
  'message.update': ['changed', 'message', 'to attendees of'],
  'operator.close_month': ['closed a month of', 'the operator'],
  'order.request_invoice': ['requested the invoice of', 'order', 'of'],
  'order.resend': ['sent again the tickets of', 'order', 'of'],
  'order.set_billing': ['changed what invoices say of the buyer of', 'order', 'of'],
  'organizer.approve': ['approved', 'organizer'],
  'organizer.close_month': ['closed a month of', 'organizer'],
  'organizer.create': ['created', 'organizer'],
  'organizer.delete': ['deleted', 'organizer'],
  'organizer.change_member': ['changed the role of a person in', 'organizer'],
  'organizer.remove_manager': ['removed a manager of', 'organizer'],
  'organizer.remove_member': ['ended the role of a person in', 'organizer'],
  'organizer.settle': ['made the statement of a month for', 'organizer'],
  'organizer.set_terms': ['changed what is kept of the sales of', 'organizer'],
  'organizer.set_seller': ['changed what invoices say of', 'organizer'],
  'organizer.update': ['changed', 'organizer'],
  'payment.give': ['gave away', 'complimentary ticket', 'of'],
  'payment.refund': ['refunded', 'payment', 'of'],
  'queue.begin_rehearsal': ['began a rehearsal of', 'queue', 'of'],
  'queue.cancel': ['cancelled', 'queue', 'of'],
  'queue.end_rehearsal': ['ended the rehearsal of', 'queue', 'of'],
  'queue.serve_rehearsal': ['gave turns in the rehearsal of', 'queue', 'of'],
  'queue.set': ['set up', 'queue', 'of'],
  'return.create': ['gave back', 'ticket', 'of'],
  'return.delete': ['kept after all', 'ticket', 'of'],
  'rule.delete': ['deleted', 'reward rule'],
  'rule.set': ['set', 'reward rule'],
  'settlement.pay': ['ordered the transfer of', 'settlement'],
  'subscription.create': ['created', 'plan'],
  'subscription.delete': ['deleted', 'plan'],
  'subscription.update': ['changed', 'plan'],
  'ticket.find': ['searched at the gate for', 'ticket', 'of'],
  'ticket.undo_scan': ['undid a scan of', 'ticket', 'of'],
  'transfer.accept': ['accepted', 'ticket', 'of'],
  'transfer.create': ['offered to another person', 'ticket', 'of'],
  'transfer.delete': ['took back or declined the offer of', 'ticket', 'of'],
  'user.add_passkey': ['added a passkey to', 'account'],
  'user.review_access': ['said what is to stay open of', 'account'],
  'user.add_second_factor': ['added a second factor to', 'account'],
  'user.change_password': ['changed the password of', 'account'],
  'user.delete': ['deleted', 'account'],
  'user.ensure': ['set up', 'account'],
  'user.remove_passkey': ['removed a passkey of', 'account'],
  'user.remove_second_factor': ['removed the second factor of', 'account'],
  'user.reset_password': ['chose a new password by mail for', 'account'],
  'user.set_permissions': ['changed the permissions of', 'account'],
  'user.set_roles': ['changed the roles of', 'account'],
  'user.set_suspended': ['suspended', 'account'],
  'user.sign_in_by_code': ['signed in by code for the first time to', 'account'],
  'user.sign_in_by_provider': ['signed in by the provider to', 'account'],
  'voucher.create': ['created', 'voucher', 'of'],
  'voucher.end': ['ended', 'voucher', 'of'],
  'voucher.update': ['changed', 'voucher', 'of'],
  'webhook.create': ['created', 'webhook'],
  'webhook.delete': ['deleted', 'webhook'],
  'webhook.redeliver': ['sent again a delivery of', 'webhook'],
  'webhook.replay': ['replayed', 'webhook'],
  'webhook.rotate': ['gave a new secret to', 'webhook'],
  'webhook.test': ['tested', 'webhook'],
  'webhook.update': ['changed', 'webhook'],
}

/** The verb of an action that took something away. */
const undone: Record<string, [field: string, does: string]> = {
  'user.set_suspended': ['suspended_at', 'ended the suspension of'],
}

/** All actions with a sentence. */
export const sentenceParts = Object.keys(sentences)

type Changes = Record<string, { from: unknown; to: unknown }>

/** The words of an entry after its actor: `refunded`, `a payment`, ` of `, `Harbour Nights`. */
export type SentenceParts = { does: string; what: string; at: string; where: string }

/**
 * Returns an entry as the parts of a sentence.
 *
 * @param person the name of the account's owner, if it is known
 */
export function sentenceOf(entry: AuditEntry, person: string | undefined): SentenceParts {
  const { action, entity_type, entity_id, actor, festival_name } = entry
  const [does, noun, at] = sentences[action] ?? [action, entity_type]
  const where = at === undefined ? '' : (festival_name ?? '')
  const isOwn = entity_type === 'user' && entity_id === actor.user_id
  return {
    does: undoneBy(entry) ?? does,
    what: isOwn ? 'their own account' : (person ?? named(noun, nameIn(entry))),
    at: where === '' ? '' : ` ${at} `,
    where,
  }
}

function undoneBy({ action, changes }: AuditEntry): string | undefined {
  const [field = '', does] = undone[action] ?? []
  return (changes as Changes)[field]?.to === null ? does : undefined
}

/** Returns the title of an action without a record: `Refunded a payment`. */
export function titleOf(action: string): string {
  const [does, noun] = sentences[action] ?? [action]
  const title = noun === undefined ? does : `${does} ${named(noun, undefined)}`
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`
}

/** Returns the current name of the record; for a deleted one the name in the entry. */
function nameIn({ entity_type, entity_id, entity_name, changes }: AuditEntry): string | undefined {
  // The id of a rule is its event.
  if (entity_type === 'rule') return entity_id ?? undefined
  const { name } = changes as Changes
  const last = name?.to ?? name?.from
  return entity_name ?? (typeof last === 'string' ? last : undefined)
}

function named(noun: string, name: string | undefined): string {
  if (noun.startsWith('the ')) return noun
  if (name !== undefined) return `the ${noun} ${name}`
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
