import { Button, type MantineSize } from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import { useAct } from '../../queries.ts'
import { saveFile } from './save-file.ts'

type Props = { label: string; file: string; read: () => Promise<Blob>; size?: MantineSize }

/** Reads a file of the service, and saves it under a name. */
export function DownloadButton({ label, file: name, read, size = 'sm' }: Props) {
  const act = useAct(read, { onDone: (file) => saveFile(name, file) })
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<DownloadIcon aria-hidden />}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      {label}
    </Button>
  )
}
