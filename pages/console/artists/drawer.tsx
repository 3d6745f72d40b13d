import { Divider, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Artist, ArtistBody } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { SideDrawer } from '../components/form-drawer.tsx'
import { Shown } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { Announcers } from './announcers.tsx'
import { ArtistForm } from './form.tsx'

type Props = {
  /** the id of the open artist; '' if none is open */
  id: string
  isNew: boolean
  /** the name a new artist starts with: the text that was searched for and not found */
  startName: string
  onClose: () => void
}

const shows = [['artists'], ['festival']]

/** Creates an artist, or edits the one that is open. */
export function ArtistDrawer({ id, isNew, startName, onClose }: Props) {
  return (
    <SideDrawer
      opened={isNew || id !== ''}
      onClose={onClose}
      title={isNew ? 'New artist' : 'Edit artist'}
    >
      {isNew ? (
        <NewArtist startName={startName} onClose={onClose} />
      ) : (
        id !== '' && <OpenArtist key={id} id={id} onClose={onClose} />
      )}
    </SideDrawer>
  )
}

function NewArtist({ startName, onClose }: Pick<Props, 'startName' | 'onClose'>) {
  const act = useAct((body: ArtistBody) => festival.artists.create(body), {
    refresh: shows,
    done: ({ name }) => `${name} is created`,
    onDone: onClose,
    quiet: true,
  })
  return <ArtistForm startName={startName} act={act} submit="Create artist" onClose={onClose} />
}

function OpenArtist({ id, onClose }: Pick<Props, 'id' | 'onClose'>) {
  const artist = useQuery({
    queryKey: ['artist', id],
    queryFn: ({ signal }) => festival.artists.get(id, { signal }),
    refetchOnWindowFocus: false,
  })
  return <Shown query={artist}>{(found) => <EditArtist artist={found} onClose={onClose} />}</Shown>
}

function EditArtist({ artist, onClose }: { artist: Artist; onClose: () => void }) {
  const { id, name } = artist
  const update = useAct((body: ArtistBody) => festival.artists.update(id, body), {
    refresh: [...shows, ['artist', id]],
    done: 'Saved',
    onDone: onClose,
    quiet: true,
  })
  const remove = useAct(() => festival.artists.delete(id), {
    done: `${name} is deleted`,
    refresh: shows,
    onDone: onClose,
  })
  return (
    <Stack>
      <ArtistForm artist={artist} act={update} onClose={onClose} />
      <Divider />
      <Announcers artist={artist} />
      <Divider />
      <Text size="sm" c="dimmed">
        A deleted artist leaves search and followers’ lists. Its slots stay in every line-up without
        a name, and can be given to another artist.
      </Text>
      <Group>
        <ConfirmButton
          label="Delete artist"
          title={`Delete ${name}?`}
          text="It leaves every festival’s line-up: its slots stay there without a name, also at festivals of other organizers. This cannot be undone."
          confirm="Delete"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Stack>
  )
}
