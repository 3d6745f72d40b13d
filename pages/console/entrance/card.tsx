import { Alert, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import logo from '../../shared/logo.svg'

type Props = {
  title: string
  text?: string
  /** the refusal, and its reason */
  failure?: { title: string; text: string } | undefined
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** true if the card contains no form, or a form of its own */
  plain?: boolean
  children: ReactNode
}

/** The form of a page that is shown without the console's menu. */
export function EntranceCard({ title, text, failure, onSubmit, plain, children }: Props) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper
        {...(plain ? {} : { component: 'form' as const, onSubmit, noValidate: true })}
        withBorder
        shadow="sm"
        p="xl"
        w="100%"
        maw={420}
      >
        <Stack gap="lg">
          <Group gap="sm" wrap="nowrap">
            <img src={logo} width={36} height={36} alt="" />
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {text && (
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              )}
            </div>
          </Group>
          {failure && (
            <Alert color="red" role="alert" title={failure.title} className="wraps">
              {failure.text}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
