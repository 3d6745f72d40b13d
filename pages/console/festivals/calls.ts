import type { Festival } from '../../../client/src/index.ts'
import type { Call } from '../components/call-drawer.tsx'
import { callsOf as salesCallsOf } from '../sales/calls.ts'
import { attendeeCallsOf } from './attendees/calls.ts'
import { documentCallsOf } from './documents/calls.ts'
import { messageCallsOf } from './messages/calls.ts'
import { reportCallsOf } from './report/calls.ts'

/** The API calls of each tab of the workspace, for developers. */
export function callsOf(tab: string, festival: Festival): Call[] {
  const read: Call = {
    title: 'This festival',
    method: 'GET',
    path: `/festivals/${festival.id}?hidden=true`,
    code: `await festival.festivals.get('${festival.id}', { hidden: true })`,
  }
  return [read, ...(callsByTab[tab]?.(festival) ?? [])]
}

const callsByTab: Record<string, (festival: Festival) => Call[]> = {
  details: ({ id, venue }) => [
    change('Change only the given fields', id, { venue }),
    change('Publish a draft', id, { published: true }),
    change('Say which edition it follows', id, { previous_edition_id: '…' }),
    {
      title: 'Cancel it: sales close, payments are refunded, ticket holders are notified',
      method: 'POST',
      path: `/festivals/${id}/cancel`,
      body: { reason: 'A storm is coming.' },
      code: `await festival.festivals.cancel('${id}', { reason: 'A storm is coming.' })`,
    },
  ],
  lineup: ({ id, gigs }) => [
    change('Replace the line-up: gigs sent with their id are kept', id, {
      gigs: [...gigs.slice(0, 1), { artist_id: '…' }],
    }),
    {
      title: 'Read a file, and see what importing it would change',
      method: 'POST',
      path: `/festivals/${id}/lineup/preview`,
      body: { file: 'QWN0O1N0YWdl…', name: 'lineup.csv' },
      code: `await festival.festivals.previewLineup('${id}', { file: 'QWN0O1N0YWdl…', name: 'lineup.csv' })`,
    },
    {
      title: 'Import it, if it removes no more than two gigs',
      method: 'POST',
      path: `/festivals/${id}/lineup`,
      body: { file: 'QWN0O1N0YWdl…', name: 'lineup.csv', removes: 2 },
      code: `await festival.festivals.importLineup('${id}', { file: 'QWN0O1N0YWdl…', name: 'lineup.csv', removes: 2 })`,
    },
  ],
  timetable: ({ id, gigs, places }) => [
    {
      title: 'Who plays when and where, by day and stage',
      method: 'GET',
      path: `/festivals/${id}/timetable`,
      code: `await festival.festivals.timetable('${id}')`,
    },
    change('Move a gig: read the line-up, change one, write all of it back', id, {
      gigs: gigs.slice(0, 1).map((gig) => ({
        ...gig,
        place_id: places[0]?.id ?? null,
        start_time: '2027-07-01T21:15:00.000Z',
      })),
    }),
  ],
  places: ({ id, places }) => [
    change('Replace the places: places sent with their id are kept', id, {
      places: [
        ...places.slice(0, 1),
        { name: 'Orange Stage', type: 'stage', coordinates: { lat: 55.62, lng: 12.08 } },
      ],
    }),
  ],
  queue: ({ id, tickets }) => {
    const body = {
      tiers: tickets.slice(0, 1).map((tier) => tier.id),
      opens_at: '2027-03-01T12:00:00.000Z',
      draw_at: '2027-03-01T18:00:00.000Z',
    }
    return [
      {
        title: 'Sell tickets by a waiting room, or change it',
        method: 'PUT',
        path: `/festivals/${id}/queue`,
        body,
        code: `await festival.queue.set('${id}', ${JSON.stringify(body, null, 2)})`,
      },
      {
        title: 'How far it is, and when to ask again',
        method: 'GET',
        path: `/festivals/${id}/queue?hidden=true`,
        code: `await festival.queue.get('${id}', { hidden: true })`,
      },
      {
        title: 'What the draw is checked with, and how it was served',
        method: 'GET',
        path: `/festivals/${id}/queue/proof`,
        code: `await festival.queue.proof('${id}')`,
      },
    ]
  },
  gate: ({ id }) => [
    {
      title: 'How many people are in each zone',
      method: 'GET',
      path: `/gate/${id}/inside`,
      code: `await festival.gate.inside('${id}')`,
    },
    {
      title: 'Set the capacity of a zone, or add one',
      method: 'PUT',
      path: `/festivals/${id}/zones/camping`,
      body: { capacity: 2000, refuses_when_full: true },
      code: `await festival.gate.putZone('${id}', 'camping', { capacity: 2000, refuses_when_full: true })`,
    },
    {
      title: 'Set up a gate device: its token is shown once',
      method: 'POST',
      path: `/festivals/${id}/gate-devices`,
      body: { name: 'North gate 1' },
      code: `await festival.gate.addDevice('${id}', { name: 'North gate 1' })`,
    },
    {
      title: 'Invite to work at the gate',
      method: 'POST',
      path: `/festivals/${id}/gate-staff`,
      body: { email: 'bo@harbour.example' },
      code: `await festival.gate.addStaff('${id}', { email: 'bo@harbour.example' })`,
    },
    {
      title: 'Offline admissions that should have been refused',
      method: 'GET',
      path: `/gate/${id}/clashes`,
      code: `await festival.gate.clashes('${id}')`,
    },
  ],
  'box-office': ({ id }) => [
    {
      title: 'Open a shift: the token of its till is shown once',
      method: 'POST',
      path: `/festivals/${id}/shifts`,
      body: { till: 'North till', seller: 'Bo Quay', float: 100 },
      code: `await festival.boxOffice.open('${id}', {
  till: 'North till',
  seller: 'Bo Quay',
  float: 100,
})`,
    },
    {
      title: 'The shifts with their books',
      method: 'GET',
      path: `/festivals/${id}/shifts`,
      code: `await festival.boxOffice.shifts('${id}')`,
    },
    {
      title: 'The tickets that tills have set aside',
      method: 'GET',
      path: `/festivals/${id}/leases`,
      code: `await festival.boxOffice.leases('${id}')`,
    },
  ],
  tickets: ({ id, tickets }) => [
    {
      title: 'What is left of each tier, at most a second old',
      method: 'GET',
      path: `/festivals/${id}/availability`,
      code: `await festival.festivals.availability('${id}')`,
    },
    change('Replace the tiers: a tier with sales that is left out is archived', id, {
      tickets: [...tickets.slice(0, 1), { name: 'Weekend', price: 89.5, quantity: 500 }],
    }),
  ],
  attendees: ({ id }) => attendeeCallsOf(id),
  messages: ({ id }) => messageCallsOf(id),
  sales: ({ id }) => salesCallsOf(id),
  report: ({ id }) => reportCallsOf(id),
  documents: ({ id }) => documentCallsOf(id),
  accommodations: ({ id }) => [
    {
      title: 'Places to sleep at this festival',
      method: 'GET',
      path: `/accommodations?festival=${id}`,
      code: `await festival.accommodations.list({ festival: '${id}' })`,
    },
    {
      title: 'Create an accommodation',
      method: 'POST',
      path: '/accommodations',
      body: { festival_id: id, name: 'Bell tent', price: 90, quantity: 40 },
      code: `await festival.accommodations.create({
  festival_id: '${id}',
  name: 'Bell tent',
  price: 90,
  quantity: 40,
})`,
    },
  ],
}

function change(title: string, id: string, body: object): Call {
  const code = `await festival.festivals.update('${id}', ${JSON.stringify(body, null, 2)})`
  return { title, method: 'PUT', path: `/festivals/${id}`, body, code }
}
