import { Divider, Group, Text } from '@mantine/core'
import type { Availability, Tier } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { soldOf, takenOf } from './stock.ts'
import { withoutTier } from './tiers.ts'

type Props = TabProps & {
  tier: Tier
  stock: Availability | undefined
  onClose: () => void
}

/** Taking a tier off the offer: what was sold of it decides whether it goes or is kept. */
export function RemoveTier({ festival: one, tier, stock, onClose, refresh }: Props) {
  const isKept = takenOf(tier, stock) > 0
  const act = useAct(() => changeSet(one.id, 'tickets', (current) => withoutTier(current, tier)), {
    refresh: [['festival', one.id], ['festivals']],
    done: isKept ? `${tier.name} is no longer on offer` : `${tier.name} is deleted`,
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const consequence = isKept
    ? `${wordsOf(tier, stock)} They stay valid, and their holders are let in as before. The tier is kept as “no longer on offer”: you can offer it again with what was sold of it.`
    : 'Nobody has bought it, so nothing of it is kept.'
  return (
    <>
      <Divider mt="md" />
      <Text size="sm" c="dimmed">
        {consequence}
      </Text>
      <Group>
        <ConfirmButton
          label={isKept ? 'Take it off the offer' : 'Delete tier'}
          title={isKept ? `Take ${tier.name} off the offer?` : `Delete ${tier.name}?`}
          text={consequence}
          confirm={isKept ? 'Take it off' : 'Delete it'}
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </>
  )
}

function wordsOf(tier: Tier, stock: Availability | undefined): string {
  const [sold, held] = [soldOf(tier, stock), stock?.held ?? 0]
  if (held === 0)
    return sold === 1 ? 'One ticket of it is sold.' : `${sold} tickets of it are sold.`
  return `${sold} tickets of it are sold, and ${held} are being paid for.`
}
