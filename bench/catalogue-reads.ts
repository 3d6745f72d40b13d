import type { Operation } from './measure.ts'
import type { Stage } from './stage.ts'

/** The reads of the catalogue, by an admin who follows an artist. */
export async function catalogueReads({ app, db, working, as }: Stage): Promise<Operation[]> {
  const {
    rows: [sample],
  } = await working.query<Record<'user' | 'festival' | 'artist', string>>(
    `select (select user_id from interests limit 1) as "user", (select id from festivals offset 777 limit 1) as festival,
            (select id from artists offset 777 limit 1) as artist`,
  )
  const { user = '', festival, artist } = sample ?? {}
  await db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', user)
    .execute()
  const headers = await as(user)
  const { rows } = await working.query<{ id: string }>('select id from festivals limit 3')
  const ids = rows.map(({ id }) => id).join()
  const month = new Date().toISOString().slice(0, 7)
  const city = 'min_lat=48&max_lat=49&min_lng=2&max_lng=3'
  const urls = [
    '/festivals',
    '/festivals?time=upcoming',
    '/festivals?time=past',
    '/festivals?page=1000',
    '/festivals?country=country%207',
    '/festivals?time=upcoming&country=country%207',
    '/festivals?time=past&country=country%207',
    '/festivals?organizer=organizer-7',
    '/festivals?start_time=2027-06-01&offset=40',
    '/festivals?end_time=2026-06-01',
    `/festivals/${festival}`,
    `/festivals/${festival}?expand=followed,artists`,
    '/festivals?time=upcoming&expand=availability',
    `/festivals?ids=${ids}`,
    '/festivals?time=running',
    '/festivals?near=48.85,2.35',
    '/festivals?near=48.85,2.35&radius=2000&time=upcoming',
    '/festivals?near=-17.7,178.1&radius=20000&time=running',
    `/festivals?map=true&${city}`,
    `/festivals?map=true&${city}&time=upcoming`,
    '/festivals?map=true&min_lat=35&max_lat=60&min_lng=-10&max_lng=30',
    '/festivals?map=true&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180',
    '/festivals?map=true&min_lat=-20&max_lat=-10&min_lng=179&max_lng=-179',
    '/gigs',
    '/gigs?page=500',
    `/gigs?ids=${ids}`,
    `/gigs?month=${month}`,
    `/gigs?month=${month}&country=country%207`,
    `/gigs?artist=${artist}`,
    '/gigs?country=country%207',
    '/gigs/chart',
    '/artists?limit=100',
    '/artists?limit=100&offset=5000',
    `/artists/${artist}`,
    '/genres',
    '/organizers?limit=100',
    '/search?for=a',
    '/search?for=lu',
    '/search?for=lun',
    '/search?for=velvet',
    '/search?for=satellites',
    '/search?for=velvet%20foxes%2042',
    '/search?for=rock',
    '/search?for=satelites',
    '/search?for=zzzzqqqq',
    '/users?limit=100',
    '/users?role=admin',
    '/users?role=organizer',
    '/users/i/feed',
    '/users/i/feed?festivals_page=50&gigs_page=50',
    '/users/i/feed?festivals_time=current',
    '/interest',
    '/interest?expand=entity',
    '/clients',
  ]
  return urls.map((url) => ({ name: url, run: () => app.inject({ url, headers }) }))
}
