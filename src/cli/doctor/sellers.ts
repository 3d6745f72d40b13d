import type pg from 'pg'
import type { Check } from './machine.ts'

/** Number of records that are named; the rest is counted. */
const most = 5

/**
 * Finds organizers with a published festival ahead whose priced tickets and accommodations cannot be sold for real money:
 * something that invoices need of the seller is missing, or the VAT of an offer.
 */
export async function findIncompleteSellers(client: pg.ClientBase, now: Date): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select distinct o.id || case when se.is_complete then ': offers without VAT' else ': details of the seller' end as what
     from organizers o
     left join lateral (
       select num_nulls(o.legal_name, s.street, s.city, s.country) = 0 and num_nonnulls(s.vat_id, s.tax_number) > 0 as is_complete,
              s.vat_scheme = 'exempt' as is_exempt
       from sellers s where s.organizer_id = o.id) se on true
     join festivals f on f.organizer_id = o.id and coalesce(f.end_time, f.start_time) > $1
       and f.cancelled_at is null and f.deleted_at is null
     join lateral (
       select vat from tiers where festival_id = f.id and archived_at is null and price_cents > 0
       union all
       select vat from accommodations where festival_id = f.id and archived_at is null and price_cents > 0) sold on true
     where se.is_complete is not true or (sold.vat is null and not se.is_exempt)
     order by what`,
    [now],
  )
  return rows.map(({ what }) => what)
}

/** Reports sellers that cannot sell; without real money they only cannot be named by documents. */
export function checkSellers(incomplete: string[], isLive: boolean): Check {
  const name = 'Sellers'
  const count = incomplete.length
  if (count === 0) return { name, ok: true, detail: 'all have what invoices need' }
  const what = count === 1 ? '1 organizer lacks' : `${count} organizers lack`
  const detail = `${what} what invoices need${isLive ? ', and sells nothing' : ''}`
  const rest = count > most ? [`and ${count - most} more`] : []
  const advice = 'Their managers fill it in in the console, at the organizer and at the tickets'
  return { name, ok: !isLive, detail, advice, faults: [...incomplete.slice(0, most), ...rest] }
}
