import { Button, Center, FileButton, Group, Image, Input, Stack, Text } from '@mantine/core'
import { ImageIcon } from '@radix-ui/react-icons'
import { type DragEvent, useState } from 'react'
import { asDataUri } from './data-uri.ts'

const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
const most = 5 * 1024 * 1024

type Props = {
  label?: string
  /** the address of the picture, or the picture itself as a data: URI */
  value?: string | null
  onChange: (photo: string | null) => void
}

/** A picture: chosen or dropped, and shown before it is saved. */
export function PhotoField({ label = 'Photo', value = null, onChange }: Props) {
  const [fault, setFault] = useState<string>()
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const refusal = faultOf(file)
    setFault(refusal)
    if (refusal === undefined) onChange(await asDataUri(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <Input.Wrapper label={label} error={fault} labelElement="div">
      <Group align="center" mt={4} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Picture value={value} />
        <Stack gap={6} flex={1} miw={160}>
          <Group gap="xs">
            <FileButton onChange={(file) => void take(file)} accept={kinds.join(',')}>
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  {value === null ? 'Choose a picture' : 'Choose another'}
                </Button>
              )}
            </FileButton>
            {value !== null && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            Or drop one here. PNG, JPEG, WebP, GIF or AVIF, at most 5 MiB.
          </Text>
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}

function Picture({ value }: { value: string | null }) {
  if (value !== null) return <Image src={value} alt="" w={112} h={80} radius="md" fit="cover" />
  return (
    <Center w={112} h={80} bdrs="md" bd="1px dashed var(--mantine-color-default-border)">
      <ImageIcon aria-hidden width={22} height={22} />
    </Center>
  )
}

function faultOf({ type, size }: File): string | undefined {
  if (!kinds.includes(type)) return 'Choose a PNG, JPEG, WebP, GIF or AVIF picture.'
  return size > most ? 'The picture is larger than 5 MiB.' : undefined
}
