import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Festival } from '../../../client/src/index.ts'
import { usePaymentConfig } from '../components/payment-config.ts'
import { useNow } from '../components/relative.tsx'
import { useManages } from '../organizers/manages.ts'
import { festival as api } from '../session.ts'
import { stateOf } from './state.tsx'

/** The steps that a festival still needs before it can sell, with links. */
export function NextSteps({ festival }: { festival: Festival }) {
  const now = useNow()
  const state = stateOf(festival, now)
  const shop = useShop(festival)
  if (state !== 'upcoming' && state !== 'draft') return null
  const steps = [...stepsOf(festival), ...shop.steps]
  if (steps.length === 0 && shop.lacks.length === 0) return null
  return (
    <Alert color="brand" variant="default" title="Still to do" mb="md">
      <Stack gap="xs">
        <Group gap="md">
          {steps.map(({ to, words }) => (
            <Anchor key={to} component={Link} href={to} size="sm">
              {words}
            </Anchor>
          ))}
          <Text size="sm" c="dimmed">
            {state === 'draft'
              ? 'It is a draft: only its managers see it.'
              : 'It is in the guide already.'}
          </Text>
        </Group>
        {shop.lacks.length > 0 && (
          <Text size="sm">
            The guide sells nothing until the operator of the service has set{' '}
            {shop.lacks.join(' and ')}.
          </Text>
        )}
      </Stack>
    </Alert>
  )
}

type Step = { to: string; words: string }

function stepsOf({ id, description, gigs, tickets }: Festival): Step[] {
  const to = (tab: string) => `/festivals/${id}/${tab}`
  return [
    ...(description === null ? [{ to: to('details'), words: 'Add a description' }] : []),
    ...(gigs.length === 0 ? [{ to: to('lineup'), words: 'Add artists' }] : []),
    ...(tickets.length === 0 ? [{ to: to('tickets'), words: 'Add tickets' }] : []),
  ]
}

const forInvoices = 'Fill in what invoices need of the seller'
const lacksVat = ({ price, vat }: Festival['tickets'][number]) => price > 0 && vat === null

/** Returns the obstacles to selling for real money in the guide: data of the seller, and settings of the operator. */
function useShop({ id: festivalId, organizer: { id }, tickets }: Festival): {
  steps: Step[]
  lacks: string[]
} {
  const { organizer } = useManages(id)
  const config = usePaymentConfig()
  const isStripe = config?.processor.name === 'stripe'
  const { data: seller } = useQuery({
    queryKey: ['seller', id],
    queryFn: ({ signal }) => api.organizers.seller(id, { signal }),
    enabled: isStripe,
  })
  const { legal_name, legal_address, terms_url, privacy_url } = organizer.data ?? {}
  const isUnknown = [legal_name, legal_address, terms_url, privacy_url].includes(null)
  const lacksDetails = seller !== undefined && seller.missing.length > 0
  const isTaxUnknown = seller?.vat_scheme === 'standard' && tickets.some(lacksVat)
  const steps = [
    {
      isOpen: isUnknown,
      to: `/organizers/${id}?edit=yes`,
      words: 'Say who sells, and on which terms',
    },
    { isOpen: lacksDetails, to: `/organizers/${id}`, words: forInvoices },
    {
      isOpen: isTaxUnknown,
      to: `/festivals/${festivalId}/tickets`,
      words: 'Say the VAT of each ticket',
    },
  ]
  return {
    steps: isStripe ? steps.filter(({ isOpen }) => isOpen) : [],
    lacks: config?.shop_lacks ?? [],
  }
}
