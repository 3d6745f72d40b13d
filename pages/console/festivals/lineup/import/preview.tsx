import { Alert, Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Festival, LineupPreview, PreviewLineupBody } from '../../../../../client/src/index.ts'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { useAct } from '../../../queries.ts'
import { festival as api } from '../../../session.ts'
import type { Choice, Upload } from './choice.ts'
import { Columns } from './columns.tsx'
import { countOf, inWordsOf } from './counts.ts'
import { Rows } from './rows.tsx'

type Props = { festival: Festival; upload: Upload; onDone: () => void }

/** Shows the changes that a file would make, anew after each correction, and the button that imports it. */
export function Preview({ festival, upload: { name, file, nth }, onDone }: Props) {
  const [choice, setChoice] = useState<Choice>({})
  const found = useQuery({
    queryKey: ['lineup preview', festival.id, `${nth}`, choice],
    queryFn: ({ signal }) =>
      api.festivals.previewLineup(festival.id, { file, name, ...choice }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // While a correction is read, and after one that cannot be, the columns stay.
  const [last, setLast] = useState<LineupPreview>()
  if (found.data && found.data !== last) setLast(found.data)
  const preview = found.data ?? last
  return (
    <Stack>
      {found.error && (
        <Alert color="red" role="alert" title="This file cannot be read so" className="wraps">
          {found.error.message}
        </Alert>
      )}
      {preview && <Columns preview={preview} choice={choice} onChoose={setChoice} />}
      {found.isFetching && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">Reading {name}…</Text>
        </Group>
      )}
      {preview && !found.isFetching && !found.error && (
        <>
          <Notes preview={preview} />
          <Rows preview={preview} zone={festival.time_zone} />
          <ImportButton
            festival={festival}
            body={{ file, name, ...choice }}
            preview={preview}
            onDone={onDone}
          />
        </>
      )}
    </Stack>
  )
}

/** Says in sentences how much is made, joined and left out. */
function Notes({ preview }: { preview: LineupPreview }) {
  const { counts, new_artists, new_places, joined_places, warnings } = preview
  return (
    <Stack gap={4} aria-live="polite">
      <Text fw={600}>{inWordsOf(counts)}</Text>
      {warnings.map((warning) => (
        <Alert color="yellow" key={warning} className="wraps">
          {warning}
        </Alert>
      ))}
      {new_artists.length > 0 && (
        <Text size="sm" className="wraps">
          New artists: {listed(new_artists)}
        </Text>
      )}
      {new_places.length > 0 && (
        <Text size="sm" className="wraps">
          New stages: {listed(new_places)}
        </Text>
      )}
      {joined_places.map(({ name, written }) => (
        <Text size="sm" key={name} className="wraps">
          One stage: {name}, also written {written.map((text) => `“${text}”`).join(', ')}
        </Text>
      ))}
    </Stack>
  )
}

const shown = 12

const listed = (names: string[]) =>
  names.length > shown
    ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
    : names.join(', ')

type ImportProps = {
  festival: Festival
  body: PreviewLineupBody
  preview: LineupPreview
  onDone: () => void
}

function ImportButton({ festival, body, preview: { counts }, onDone }: ImportProps) {
  const gigs = counts.added + counts.moved + counts.changed + counts.unchanged
  const act = useAct(
    () => api.festivals.importLineup(festival.id, { ...body, removes: counts.removed }),
    {
      refresh: [['festival', festival.id], ['festivals'], ['artists']],
      done: (result) => `Imported: ${inWordsOf(result.counts)}`,
      onDone,
      quiet: true,
    },
  )
  const changes = counts.added + counts.moved + counts.changed + counts.removed
  if (act.isPending)
    return (
      <Stack gap="xs" role="status">
        <Progress value={100} striped animated aria-label="Import" />
        <Text size="sm">Importing {countOf(gigs, 'gig')}…</Text>
      </Stack>
    )
  return (
    <Stack gap="xs">
      {act.error && (
        <Alert color="red" role="alert" title="Nothing was imported" className="wraps">
          {act.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        {changes === 0 && <Text size="sm">The line-up is as in the file already.</Text>}
        {counts.removed > 0 ? (
          <ConfirmButton
            label={`Import ${countOf(gigs, 'gig')}`}
            title={`Remove ${countOf(counts.removed, 'gig')}?`}
            text={`The line-up becomes that of the file. ${countOf(counts.removed, 'gig')} that it does not have will be removed.`}
            confirm="Import and remove"
            onConfirm={() => act.mutateAsync()}
          />
        ) : (
          <Button disabled={changes === 0} onClick={() => act.mutate()}>
            Import {countOf(gigs, 'gig')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
