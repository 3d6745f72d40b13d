import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons'

/** A button that copies a text and confirms it. */
export function CopyText({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          leftSection={copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  )
}

/** The same button as an icon, beside the value that it copies. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            {copied ? <CheckIcon /> : <CopyIcon />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
