import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../queries.ts'

const overlaps = [
  { seconds: '0', label: 'Stop now', effect: '' },
  { seconds: '3600', label: '1 hour', effect: 'For a deployment you are about to make.' },
  { seconds: '86400', label: '24 hours', effect: 'For most applications.' },
  { seconds: '604800', label: '7 days', effect: 'For applications run by others.' },
]

type Props<Made> = {
  /** the owner of the secret */
  name: string
  /** true if there is an active secret, which can stay valid for a while */
  hasOld: boolean
  /** the effect of ending the old secret at once */
  ifNow: string
  /** further notes */
  note: string
  rotate: (overlap: { overlap_seconds: number }) => Promise<Made>
  /** the queries to refresh */
  refresh: string[][]
  onClose: () => void
  onMade: (made: Made) => void
}

/** Replaces a secret; the old one stays valid for a chosen time. */
export function Rotate<Made>({ onClose, onMade, refresh, rotate, ...about }: Props<Made>) {
  const [seconds, setSeconds] = useState('86400')
  const act = useAct(() => rotate({ overlap_seconds: Number(seconds) }), {
    refresh,
    onDone: onMade,
    quiet: true,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`New secret for ${about.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Could not create a secret">
            {act.error.message}
          </Alert>
        )}
        {about.hasOld && (
          <Radio.Group
            label="The old secret keeps working for"
            value={seconds}
            onChange={setSeconds}
          >
            <Stack gap="sm" mt="sm">
              {overlaps.map(({ seconds, label, effect }) => (
                <Radio
                  key={seconds}
                  value={seconds}
                  label={label}
                  description={effect || about.ifNow}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm" c="dimmed">
          {about.note}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={act.isPending} onClick={() => act.mutate()}>
            Create new secret
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
