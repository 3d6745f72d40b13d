import { Alert, Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { UploadIcon } from '@radix-ui/react-icons'
import type { BankSkipReason, BankStatementResult } from '../../../../client/src/index.ts'
import { asDataUri } from '../../components/fields/data-uri.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

/** Takes a statement of the bank account, and says what happened with each of its entries. */
export function StatementCard() {
  const act = useAct(
    async (file: File) => {
      const uri = await asDataUri(file)
      const content = uri.slice(uri.indexOf(',') + 1)
      return festival.bank.importStatement({ file: content, name: file.name })
    },
    { refresh: [['bank']], quiet: true },
  )
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h4">
          Statement
        </Title>
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex={1} miw={220}>
            The statement of the bank account, as camt.053 in XML, or a ZIP archive of several. Each
            entry is booked once, so a file may come again.
          </Text>
          <FileButton onChange={(file) => file && act.mutate(file)} accept=".xml,.zip">
            {(props) => (
              <Button
                {...props}
                leftSection={<UploadIcon aria-hidden />}
                loading={act.isPending}
                flex="none"
              >
                Upload a statement
              </Button>
            )}
          </FileButton>
        </Group>
        {act.error && (
          <Alert
            color="red"
            role="alert"
            className="wraps"
            title={`${act.variables?.name} was not imported`}
          >
            {act.error.message}
          </Alert>
        )}
        {act.data && <Result name={act.variables.name} result={act.data} />}
      </Stack>
    </Card>
  )
}

const skipReasons: Record<BankSkipReason, string> = {
  not_booked: 'The bank has not booked it yet',
  other_account: 'Of another account',
  other_currency: 'Not in euros',
  no_amount: 'Of an amount of zero',
}

function Result({ name, result }: { name: string; result: BankStatementResult }) {
  const { entries, booked, open, known, ignored, skipped } = result
  const lines = [
    `Booked: ${booked}`,
    `Open, to be decided below: ${open}`,
    `Known before: ${known}`,
    `Other money that left the account: ${ignored}`,
    ...skipped.map(({ reason, entries: count }) => `Left out: ${count}. ${skipReasons[reason]}.`),
  ]
  return (
    <Alert color={open > 0 ? 'yellow' : 'teal'} role="status" title={`${name}: ${entries} entries`}>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Alert>
  )
}
