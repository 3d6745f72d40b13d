import { Anchor, Group, List, Text } from '@mantine/core'
import { Mark } from '../mark.tsx'
import { QrCode } from '../qr.tsx'
import { SecretOnce } from './secret-once.tsx'

type Props = {
  /** the new device; the dialog is closed without one */
  made: { name: string; link: string } | undefined
  /** the effect of opening the link */
  text: string
  /** the steps on the device, in order */
  steps: string[]
  /** shown if the device cannot do everything without HTTPS */
  withoutHttps?: string
  /** true if the device has been seen */
  isSetUp: boolean
  onDone: () => void
}

/** Shows, only once, the link that sets up a device: as a code to scan and as text, until the device is set up. */
export function SetUpDevice({ made, text, onDone, ...how }: Props) {
  return (
    <SecretOnce
      title={made ? `Set up ${made.name}` : ''}
      secret={made?.link}
      text={text}
      onDone={onDone}
    >
      {made && <HowTo {...made} {...how} />}
    </SecretOnce>
  )
}

type HowToProps = Pick<Props, 'steps' | 'withoutHttps' | 'isSetUp'> & NonNullable<Props['made']>

function HowTo({ name, link, steps, withoutHttps, isSetUp }: HowToProps) {
  return (
    <Group align="flex-start" gap="lg">
      <div style={{ flex: '0 1 240px' }}>
        <QrCode text={link} label={`QR code that sets up ${name}`} />
      </div>
      <div style={{ flex: '1 1 220px' }}>
        <div role="status" style={{ marginBottom: 16 }}>
          {isSetUp ? (
            <Mark tone="good">{`${name} is set up`}</Mark>
          ) : (
            <Mark>Waiting for the device</Mark>
          )}
        </div>
        <List type="ordered" size="sm" spacing="xs">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        {withoutHttps && !isSecureContext && (
          <Text size="sm" mt="sm">
            {withoutHttps}
          </Text>
        )}
        <Anchor href={link} target="_blank" rel="noreferrer" size="sm" mt="sm" display="block">
          Use this browser instead
        </Anchor>
      </div>
    </Group>
  )
}
