import { Button, Group } from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import type { CaughtMail } from '../../../client/src/index.ts'
import { saveFile } from '../components/tables/save-file.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

type AttachmentsProps = Pick<CaughtMail, 'id' | 'attachments'>

/** The files of a mail, each as a button that downloads it. */
export function Attachments({ id, attachments }: AttachmentsProps) {
  const placed = attachments.map((attachment, index) => ({ ...attachment, place: index + 1 }))
  return (
    <Group gap="xs">
      {placed.map((attachment) => (
        <File key={attachment.place} id={id} {...attachment} />
      ))}
    </Group>
  )
}

type FileProps = { id: string; place: number; name: string; size: number }

function File({ id, place, name, size }: FileProps) {
  const act = useAct(() => festival.mail.attachment(id, `${place}`), {
    onDone: (file) => saveFile(name || 'attachment', file),
  })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<DownloadIcon aria-hidden />}
      loading={act.isPending}
      onClick={() => act.mutate()}
      className="mail-file"
    >
      {name || 'Attachment'} · {Math.ceil(size / 1024)} kB
    </Button>
  )
}
