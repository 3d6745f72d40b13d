/** The records of offers and of the entrance: how each is written and read. */
import { newId } from '#platform/values/ids'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import type { World } from '../world.ts'
import { notFiled, notOfCatalogue, type Recorded } from './recorded.ts'
import { vat, zones } from './values.ts'

/** Returns the records of what a festival offers, and of its entrance. */
export async function offers(world: World): Promise<Recorded[]> {
  const festival = await aFestival(world)
  for (const zone of zones(1) ?? []) {
    await world.db.insertInto('gate_zones').values({ festival_id: festival.id, zone }).execute()
  }
  const offered = { festival_id: festival.id }
  const tiers = [await aTier(world, offered), await aTier(world, offered)]
  return [
    {
      name: 'accommodation',
      create: 'POST /accommodations',
      change: 'PUT /accommodations/{id}',
      list: `/accommodations?festival=${festival.id}&hidden=true&expand=translations`,
      given: { festival_id: () => festival.id, vat, zones },
      auditedAs: { check_in_at: 'check_in', check_out_at: 'check_out' },
      permanent: { festival_id: 'What is sold belongs to its festival' },
      edition: {
        of: () => festival.id,
        url: (edition) => `/accommodations?festival=${edition}&hidden=true&expand=translations`,
        rows: (stays, name) => stays.find((stay: any) => stay.name === name),
        except: { festival_id: 'It is the edition' },
      },
      file: {
        name: 'accommodations',
        as: {
          price: 'price_cents',
          check_in_at: 'check_in',
          check_out_at: 'check_out',
          translations: 'translations',
          amenities: 'amenities',
          vat: 'vat',
          zones: 'zones',
        },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'membership plan',
      create: 'POST /subscriptions',
      change: 'PUT /subscriptions/{id}',
      detail: (id) => `/subscriptions/${id}?expand=translations`,
      list: '/subscriptions?expand=translations',
      given: { vat },
      edition: 'It belongs to no festival',
      file: {
        name: 'plans',
        as: { price: 'price_cents', translations: 'translations', vat: 'vat' },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'voucher',
      create: `POST /festivals/${festival.id}/vouchers`,
      change: `PUT /festivals/${festival.id}/vouchers/{voucherId}`,
      detail: (id) => `/festivals/${festival.id}/vouchers/${id}`,
      list: `/festivals/${festival.id}/vouchers`,
      rows: ({ vouchers }) => vouchers,
      given: {
        percent: (variant) => [20, 30][variant],
        amount: () => null,
        price: () => null,
        code: () => `RECORD-${newId()}`.slice(0, 40),
        codes: () => 1,
        entity_ids: (variant) => [tiers[variant]?.id],
      },
      unaudited: {
        amount: 'It is null beside percent',
        price: 'It is null beside percent',
        code: 'It is a secret',
        codes: 'They are counted',
      },
      edition: 'A voucher belongs to one edition',
      file: {
        name: 'vouchers',
        as: { entity_ids: 'entity_ids' },
        except: { code: 'It is a secret', codes: 'They are secrets' },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'message',
      create: `POST /festivals/${festival.id}/messages`,
      change: `PUT /festivals/${festival.id}/messages/{message_id}`,
      detail: (id) => `/festivals/${festival.id}/messages/${id}`,
      list: `/festivals/${festival.id}/messages`,
      rows: ({ messages }) => messages,
      given: { entity_id: (variant) => tiers[variant]?.id },
      edition: 'It is about one edition',
      file: notFiled,
      imported: notOfCatalogue,
    },
    {
      name: 'gate device',
      create: `POST /festivals/${festival.id}/gate-devices`,
      list: `/festivals/${festival.id}/gate-devices`,
      given: { zone: (variant) => zones(variant)?.[0] },
      exported: ({ gate_devices }, id) => gate_devices.find((one: any) => one.id === id),
      edition: 'It belongs to one edition',
      file: notFiled,
      imported: notOfCatalogue,
    },
  ]
}
