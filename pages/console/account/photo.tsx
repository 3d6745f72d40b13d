import { Alert, Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import type { CurrentUser } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'

const kinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The user's photo, saved as soon as another one is chosen. */
export function Photo({ me }: { me: CurrentUser }) {
  const act = useAct((photo: File | null) => festival.users.setPhoto(me.id, photo ?? { photo }), {
    done: (_, photo) => (photo ? 'Your photo is changed' : 'Your photo is removed'),
    onDone: () => void refreshMe(),
    quiet: true,
  })
  return (
    <Stack gap="xs">
      {act.error && (
        <Alert color="red" role="alert" title="Could not change the photo">
          {act.error.message}
        </Alert>
      )}
      <Group>
        <Avatar
          src={me.photo}
          size={72}
          alt={me.photo === null ? '' : 'Your photo'}
          name={`${me.firstName} ${me.lastName}`}
          color="brand"
        />
        <Stack gap={6}>
          <Group gap="xs">
            <FileButton onChange={(file) => file && act.mutate(file)} accept={kinds}>
              {(button) => (
                <Button {...button} variant="default" size="xs" loading={act.isPending}>
                  {me.photo === null ? 'Choose a photo' : 'Choose another'}
                </Button>
              )}
            </FileButton>
            {me.photo !== null && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                disabled={act.isPending}
                onClick={() => act.mutate(null)}
              >
                Remove
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            PNG, JPEG, WebP, GIF or AVIF, at most 5 MiB
          </Text>
        </Stack>
      </Group>
    </Stack>
  )
}
