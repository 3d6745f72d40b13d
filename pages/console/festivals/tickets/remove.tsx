import { Divider, Group, Text } from '@mantine/core'
import type { Availability, Tier } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useAct } from '../../queries.ts'
import type { TabProps } from '../tab-props.ts'
import { soldOf, takenOf } from './stock.ts'
import { removeTier } from './tiers.ts'

type Props = TabProps & {
  tier: Tier
  stock: Availability | undefined
  onClose: () => void
}

/** Stops selling a tier: one with sales is archived, one without is deleted. */
export function RemoveTier({ festival: one, tier, stock, onClose, refresh }: Props) {
  const isKept = takenOf(tier, stock) > 0
  const act = useAct(() => removeTier(one.id, tier), {
    refresh: [['festival', one.id], ['festivals']],
    done: isKept ? `${tier.name} is no longer sold` : `${tier.name} is deleted`,
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const consequence = isKept
    ? `${wordsOf(tier, stock)} They stay valid. The tier moves to “No longer sold”, and you can sell it again.`
    : 'It has no sales. This cannot be undone.'
  return (
    <>
      <Divider mt="md" />
      <Text size="sm" c="dimmed">
        {consequence}
      </Text>
      <Group>
        <ConfirmButton
          label={isKept ? 'Stop selling' : 'Delete tier'}
          title={isKept ? `Stop selling ${tier.name}?` : `Delete ${tier.name}?`}
          text={consequence}
          confirm={isKept ? 'Stop selling' : 'Delete'}
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </>
  )
}

function wordsOf(tier: Tier, stock: Availability | undefined): string {
  const [sold, held] = [soldOf(tier, stock), stock?.held ?? 0]
  if (held === 0) return sold === 1 ? 'One ticket is sold.' : `${sold} tickets are sold.`
  return `${sold} tickets are sold, and ${held} are being paid for.`
}
