import { Button, Group, Text } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Artist } from '../../../client/src/index.ts'
import { pageIn, useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SearchBox } from '../components/fields/search-box.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { festival } from '../session.ts'
import { ArtistDrawer } from './drawer.tsx'
import { Steps } from './steps.tsx'

const perPage = 25

const calls: Call[] = [
  {
    title: 'List artists by name',
    method: 'GET',
    path: '/artists?limit=25&offset=0',
    code: 'await festival.artists.list({ limit: 25, offset: 0 })',
  },
  {
    title: 'Find artists by name or genre',
    method: 'GET',
    path: '/search?for=techno',
    code: "const { artists } = await festival.search({ for: 'techno' })",
  },
  {
    title: 'Create artists: all of them or none',
    method: 'POST',
    path: '/artists',
    body: { artists: [{ name: 'Ebb Trio', genres: ['techno'] }] },
    code: "await festival.artists.create({ artists: [{ name: 'Ebb Trio', genres: ['techno'] }] })",
  },
]

type Row = Pick<Artist, 'id' | 'name' | 'photo' | 'bio' | 'genres'>

const columns: [Column<Row>, ...Column<Row>[]] = [
  {
    title: 'Artist',
    cell: ({ name, photo }) => (
      <Thumbnail photo={photo} name={name}>
        {name}
      </Thumbnail>
    ),
  },
  { title: 'Genres', cell: ({ genres }) => genres.map(({ name }) => name).join(', ') || '–' },
  {
    title: 'About',
    cell: ({ bio }) => (
      <Text size="sm" lineClamp={2} {...(bio === null && { c: 'dimmed' })} maw={420}>
        {bio ?? '–'}
      </Text>
    ),
  },
]

/** Requests one more than a page shows, to detect a next page. */
async function readArtists(q: string, page: number, signal: AbortSignal) {
  if (q !== '') {
    const { artists } = await festival.search({ for: q }, { signal })
    return { artists, hasMore: false }
  }
  const query = { limit: perPage + 1, offset: (page - 1) * perPage }
  const artists = await festival.artists.list(query, { signal })
  return { artists: artists.slice(0, perPage), hasMore: artists.length > perPage }
}

/** All artists, whichever festival they play at. */
export function ArtistsPage() {
  const address = useAddress()
  const [q, page] = [address.get('q'), pageIn(address)]
  const found = useQuery({
    queryKey: ['artists', { q, page }],
    queryFn: ({ signal }) => readArtists(q, page, signal),
    placeholderData: keepPreviousData,
  })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'yes' })}>
      New artist
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Artists"
        description="All artists, shared by all organizers. The user who created an artist can change it."
        actions={create}
        calls={calls}
      />
      <Group mb="md">
        <SearchBox
          label="Search by name or genre"
          value={q}
          onSearch={(text) => address.replace({ q: text, page: undefined })}
        />
      </Group>
      <Shown
        query={found}
        isEmpty={({ artists }) => artists.length === 0 && page === 1}
        empty={
          q === '' ? (
            <Empty
              title="No artists yet"
              text="Add the artists who play at your festivals. A name is enough to start."
              action={create}
            />
          ) : (
            <Empty
              title="No artists found"
              text="No artist has this name or genre."
              action={create}
            />
          )
        }
      >
        {({ artists, hasMore }) => (
          <>
            <DataTable
              label="Artists"
              rows={artists}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) => address.set({ edit: id })}
            />
            <Steps
              page={page}
              hasMore={hasMore}
              onPage={(next) => address.set({ page: `${next}` })}
            />
          </>
        )}
      </Shown>
      <ArtistDrawer
        id={address.get('edit')}
        isNew={address.get('new') !== ''}
        startName={q}
        onClose={() => address.replace({ new: undefined, edit: undefined })}
      />
    </>
  )
}
