import { Alert, Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { UploadIcon } from '@radix-ui/react-icons'
import { type DragEvent, useState } from 'react'
import { asDataUri } from '../../../components/fields/data-uri.ts'
import type { TabProps } from '../../tab-props.ts'
import type { Upload } from './choice.ts'
import { Preview } from './preview.tsx'

const mostBytes = 5 * 1024 * 1024

/** Imports the line-up of a festival from a file: chosen or dropped, previewed, corrected, imported. */
export function ImportLineUp({ festival, refresh }: TabProps) {
  const [upload, setUpload] = useState<Upload>()
  const [fault, setFault] = useState<string>()
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const isLarge = file.size > mostBytes
    setFault(isLarge ? `${file.name} is larger than 5 MiB.` : undefined)
    if (isLarge) return
    const uri = await asDataUri(file)
    setUpload((before) => ({ name: file.name, file: uri, nth: (before?.nth ?? 0) + 1 }))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <Card
      withBorder
      p="lg"
      component="section"
      aria-label="Import a line-up"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Stack>
        <Title order={2} size="h4">
          Import a line-up
        </Title>
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex={1} miw={220} className="wraps">
            {upload?.name ??
              'A table (CSV or .xlsx), or a file of frab, pretalx, EMF or Clashfinder. You see what it changes before anything is saved.'}
          </Text>
          <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,.xlsx,.xml,.json">
            {(props) => (
              <Button {...props} variant="default" leftSection={<UploadIcon aria-hidden />}>
                {upload ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
        </Group>
        {fault && (
          <Alert color="red" role="alert" className="wraps">
            {fault}
          </Alert>
        )}
        {upload && (
          <Preview
            key={upload.nth}
            festival={festival}
            upload={upload}
            onDone={() => {
              setUpload(undefined)
              refresh()
            }}
          />
        )}
      </Stack>
    </Card>
  )
}
