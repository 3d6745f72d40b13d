import { Card, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import type { Sales } from '../../../client/src/index.ts'
import { inEuros, lengthOf } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'

/** The totals of a festival. */
export function Figures({ totals }: { totals: Sales['totals'] }) {
  const { quantity, sold, held, remaining, revenue, refunded, validated } = totals
  const kept = Math.round((revenue - refunded) * 100) / 100
  return (
    <section>
      <VisuallyHidden component="h2">Total</VisuallyHidden>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="sm" component="dl" m={0}>
        <Figure title="Sold" value={inDigits(sold)} more={`of ${inDigits(quantity)}`} />
        <Figure title="Held" value={inDigits(held)} more="being paid for" />
        <Figure title="Remaining" value={inDigits(remaining)} more="on sale" />
        <Figure title="Revenue" value={inEuros(revenue)} more="in total" />
        <Figure title="Refunded" value={inEuros(refunded)} more={`${inEuros(kept)} kept`} />
        <Figure title="Admitted" value={inDigits(validated)} more="tickets scanned" />
      </SimpleGrid>
    </section>
  )
}

/** A number with its name, in a `dl`. */
export function Figure({ title, value, more }: { title: string; value: string; more: string }) {
  return (
    <Card withBorder p="md" className="figure-box">
      <Text component="dt" size="sm" c="dimmed">
        {title}
      </Text>
      <dd className="numbers figure" style={lengthOf(value)}>
        {value}
      </dd>
      <Text component="dd" m={0} size="sm" c="dimmed" className="numbers">
        {more}
      </Text>
    </Card>
  )
}
