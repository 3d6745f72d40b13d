import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Artist, ArtistBody } from '../../../client/src/index.ts'
import { PhotoField } from '../components/fields/photo-field.tsx'
import { FormBody } from '../components/form-drawer.tsx'
import { festival } from '../session.ts'

type Props = {
  artist?: Artist
  startName?: string
  act: { mutate: (body: ArtistBody) => void; isPending: boolean; error: Error | null }
  submit?: string
  onClose: () => void
}

const links = [
  ['music_streaming', 'Music streaming'],
  ['audio_sharing', 'Audio sharing'],
  ['video_sharing', 'Video sharing'],
] as const

/** The fields of an artist. Links are stored as addresses: nothing is fetched from them. */
export function ArtistForm({ artist, startName = '', act, submit = 'Save', onClose }: Props) {
  const form = useForm({
    initialValues: valuesOf(artist, startName),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      music_streaming: faultOfLink,
      audio_sharing: faultOfLink,
      video_sharing: faultOfLink,
    },
  })
  const genres = useQuery({
    queryKey: ['genres'],
    queryFn: ({ signal }) => festival.artists.genres({ limit: 1000 }, { signal }),
    staleTime: 60_000,
  })
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit={submit}
      onSubmit={form.onSubmit((values) => act.mutate(bodyOf(values)))}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        autoFocus
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TagsInput
        label="Genres"
        description="Choose, or type new ones, each followed by Enter"
        data={[...new Set(genres.data?.map(({ name }) => name))]}
        limit={20}
        maxTags={50}
        isDuplicate={(text, tags) => tags.some((tag) => tag.toLowerCase() === text.toLowerCase())}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear genres' }}
        {...form.getInputProps('genres')}
      />
      <Textarea
        label="Bio"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        {...form.getInputProps('bio')}
      />
      {links.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          type="url"
          placeholder="https://"
          maxLength={2048}
          {...form.getInputProps(name)}
        />
      ))}
      <PhotoField {...form.getInputProps('photo')} />
    </FormBody>
  )
}

function valuesOf(artist: Artist | undefined, startName: string) {
  const text = (name: 'bio' | (typeof links)[number][0]) => artist?.[name] ?? ''
  return {
    name: artist?.name ?? startName,
    photo: artist?.photo ?? null,
    bio: text('bio'),
    music_streaming: text('music_streaming'),
    audio_sharing: text('audio_sharing'),
    video_sharing: text('video_sharing'),
    genres: artist?.genres.map(({ name }) => name) ?? [],
  }
}

function bodyOf(values: ReturnType<typeof valuesOf>): Required<ArtistBody> {
  return {
    ...values,
    name: values.name.trim(),
    bio: values.bio || null,
    music_streaming: values.music_streaming.trim() || null,
    audio_sharing: values.audio_sharing.trim() || null,
    video_sharing: values.video_sharing.trim() || null,
  }
}

function faultOfLink(link: string): string | null {
  const isFine = link.trim() === '' || /^https?:\/\/[^\s"<>\\]+$/i.test(link.trim())
  return isFine ? null : 'Start with https:// or http://, without spaces'
}
