import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BankDecision, BankEntry } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { decisions } from './words.ts'

/** Returns the decisions that are possible: money that has left cannot pay, and money without an account cannot go back. */
function possible({ amount, order_number, iban }: BankEntry): BankDecision[] {
  if (amount < 0) return ['dismiss']
  return [
    ...(order_number === null ? [] : (['accept'] as const)),
    'book_on',
    ...(iban === null ? [] : (['give_back'] as const)),
    'dismiss',
  ]
}

/** The buttons of an open entry; each says what it does, and asks once. */
export function Decisions({ entry }: { entry: BankEntry }) {
  const [number, setNumber] = useState('')
  const act = useAct(
    (decision: BankDecision) => {
      const order_number = decision === 'book_on' ? number.replaceAll(/\s/g, '') : undefined
      return festival.bank.decide(entry.id, { decision, ...(order_number && { order_number }) })
    },
    {
      refresh: [['bank']],
      done: (_entry, decision) => decisions[decision].done,
      quiet: true,
    },
  )
  return (
    <Group gap="xs">
      {possible(entry).map((decision) => {
        const { label, text } = decisions[decision]
        return (
          <ConfirmButton
            key={decision}
            label={label}
            aria-label={`${label}: ${inEuros(entry.amount)} from ${entry.name ?? 'an unnamed payer'}`}
            color={decision === 'dismiss' ? 'gray' : 'brand'}
            variant="default"
            size="xs"
            title={`${label}: ${inEuros(entry.amount)}`}
            confirm={label}
            onConfirm={() => act.mutateAsync(decision)}
            text={
              <Stack gap="sm">
                <Text>{text}</Text>
                {decision === 'book_on' && (
                  <TextInput
                    label="Number of the order"
                    value={number}
                    onChange={({ currentTarget }) => setNumber(currentTarget.value)}
                  />
                )}
              </Stack>
            }
          />
        )
      })}
    </Group>
  )
}
