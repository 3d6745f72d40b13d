/**
 * Databases and backups from before the baseline, the migrations of the areas, 0001 to 0010. One that has all migrations
 * that the baseline replaced counts as being at the baseline.
 */
import { readdirSync } from 'node:fs'

/** The migrations of the baseline. */
export const baseline = [
  '0001_platform.sql',
  '0002_core.sql',
  '0003_messaging.sql',
  '0004_identity.sql',
  '0005_catalogue.sql',
  '0006_audience.sql',
  '0007_shop.sql',
  '0008_entrance.sql',
  '0009_office.sql',
  '0010_people.sql',
] as const

/** Later migrations that the baseline contains, too: a database that lacks some of them runs these first. */
export const formerFolder = new URL('../../../migrations/former/', import.meta.url)

/** Tables of earlier backups that no longer exist. */
export const droppedTables: ReadonlySet<string> = new Set(['festival_documents'])

/** The last commit that runs all former migrations. */
const lastFormerCommit = '873b597b'

/** Migrations whose files are gone: a database needs all of them. */
const replaced = [
  '0001_accounts.sql',
  '0002_catalogue.sql',
  '0003_subscriptions.sql',
  '0004_accommodations.sql',
  '0005_rewards.sql',
  '0006_payments.sql',
  '0007_tickets.sql',
  '0008_notifications.sql',
  '0009_gate.sql',
  '0010_sales.sql',
  '0011_audit.sql',
  '0012_hints.sql',
  '0013_documents.sql',
  '0015_streams.sql',
  '0016_simulated_processor.sql',
  '0017_calendar.sql',
  '0018_webhooks.sql',
  '0019_key_rotation.sql',
  '0020_points_are_money.sql',
  '0021_waiting_payments.concurrently.sql',
  '0022_proven_emails.sql',
  '0024_gate_device_makers.sql',
  '0026_rank.sql',
  '0027_approval.sql',
  '0028_approval.concurrently.sql',
  '0029_charging_payments.concurrently.sql',
  '0030_invitation_counts.sql',
  '0031_cancelled_reason.sql',
  '0032_festivals_without_documents.sql',
  '0033_artist_aliases.sql',
  '0034_live_streams.sql',
  '0035_backups_and_missed_events.sql',
  '0036_refunds_done.concurrently.sql',
  '0037_notification_data.sql',
  '0038_publishable_clients.sql',
  '0039_running_festivals.concurrently.sql',
  '0040_livemode.sql',
  '0042_sign_in_codes.sql',
  '0043_sale_terms.sql',
  '0044_sale_terms_checked.sql',
  '0045_handing_on.sql',
  '0046_handing_on.concurrently.sql',
  '0047_orders.sql',
  '0048_giving_back.sql',
  '0049_mails_due.sql',
  '0050_hand_overs.concurrently.sql',
  '0051_guests.sql',
  '0052_guests_found.concurrently.sql',
  '0053_disputes.sql',
  '0054_holds.sql',
  '0055_vouchers.sql',
  '0056_voucher_uses.concurrently.sql',
  '0057_waiting_list.sql',
  '0058_waited_for.concurrently.sql',
  '0059_desk.sql',
  '0060_time_zones.sql',
  '0061_returns.sql',
  '0062_returns_offered.concurrently.sql',
  '0063_drafts.sql',
  '0064_desk.concurrently.sql',
  '0066_hearts.sql',
  '0067_sellers.sql',
  '0068_drafts_found.concurrently.sql',
  '0069_ticket_links.sql',
  '0073_translations.sql',
  '0075_push.sql',
  '0077_calendars.sql',
  '0079_passkeys.sql',
  '0080_wallet_links.sql',
  '0081_admission.sql',
  '0082_gate_clashes.concurrently.sql',
  '0083_admission_checked.sql',
  '0084_zones.sql',
  '0088_box_office.sql',
  '0089_box_office_checked.sql',
  '0090_orders_of_sale.concurrently.sql',
  '0091_payments_of_lease.concurrently.sql',
  '0094_holders_told.sql',
  '0095_passkeys_noted.sql',
  '0097_language_of_users.sql',
  '0099_second_factors.sql',
  '0102_queue.sql',
  '0106_undone_scans.sql',
  '0115_passages_of_zone.concurrently.sql',
  '0116_clashes_of_zone.concurrently.sql',
  '0117_language_of_notifications.sql',
  '0120_attendees.concurrently.sql',
  '0121_messages.sql',
  '0122_billing.sql',
  '0123_billing_checked.sql',
  '0124_site_plans.sql',
  '0125_processor_of_orders.sql',
  '0126_previous_edition.sql',
  '0127_previous_edition_valid.sql',
  '0128_openid.sql',
  '0136_queue_notices.sql',
  '0137_queue_rehearsal.concurrently.sql',
  '0138_queue_rehearsal_noted.sql',
  '0139_handing_on_by_staff.sql',
  '0140_offered_by.concurrently.sql',
]

/** Returns the names of all migrations that the baseline contains. */
export function formerMigrations(): string[] {
  return [...replaced, ...readdirSync(formerFolder).toSorted()]
}

/** Returns why a database or a backup with these migrations is too old for this version; undefined if it is not. */
export function tooOld(names: string[], what: 'database' | 'backup'): string | undefined {
  const applied = new Set(names)
  if (applied.size === 0 || applied.has(baseline[0])) return undefined
  const missing = replaced.filter((name) => !applied.has(name))
  const [first] = missing
  if (first === undefined) return undefined
  const version = `the version of commit ${lastFormerCommit}`
  const steps = {
    database: `start ${version} on it once, and then this one`,
    backup: `restore it with ${version}, and make a new backup`,
  }
  return `The ${what} lacks ${missing.length} of the migrations that this version needs, such as ${first}: ${steps[what]}`
}

/** Returns the migrations of this version that a database or a backup has: the baseline for the former ones. */
export function currentMigrations(names: string[]): string[] {
  const former = new Set(formerMigrations())
  const current = names.filter((name) => !former.has(name))
  const isFormer = current.length < names.length && !current.includes(baseline[0])
  return isFormer ? [...baseline, ...current] : current
}
