import type { Webhook, WebhookDelivery } from '../../../client/src/index.ts'

type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** The status of a webhook in a word or two. */
export function stateOf({ enabled, disabled_reason, failing_since }: Webhook): {
  tone: Tone
  word: string
} {
  if (!enabled) return { tone: disabled_reason ? 'bad' : 'quiet', word: 'disabled' }
  return failing_since ? { tone: 'warn', word: 'failing' } : { tone: 'good', word: 'active' }
}

/** Returns the reason why the service has disabled a webhook; undefined if a user has. */
export function whyDisabled({ disabled_reason }: Webhook): string | undefined {
  if (disabled_reason === 'gone') return 'Its receiver answered 410: the address no longer exists.'
  if (disabled_reason === 'failing') return 'All attempts over three days have failed.'
  return undefined
}

/** The result of a delivery. */
export function outcomeOf({ status, attempts, last_status, last_error }: WebhookDelivery): {
  tone: Tone
  word: string
  detail: string
} {
  const detail = last_status === null ? (last_error ?? '') : `answered ${last_status}`
  if (status === 'delivered') return { tone: 'good', word: 'delivered', detail }
  if (status === 'failed') return { tone: 'bad', word: 'failed', detail }
  if (status === 'missed')
    return { tone: 'bad', word: 'missed', detail: 'the webhook was disabled' }
  return {
    tone: attempts === 0 ? 'quiet' : 'warn',
    word: attempts === 0 ? 'on its way' : 'will be retried',
    detail,
  }
}

/** Describes the events of a webhook in a few words. */
export function receivedBy({ events }: Webhook): string {
  if (events === null) return 'everything'
  const [first = '', ...others] = events
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
