import { Button } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRoute } from 'wouter'
import type { Subscription } from '../../../client/src/index.ts'
import type { Call } from '../components/call-drawer.tsx'
import { SideDrawer } from '../components/form-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inEuros, When } from '../components/tables/figures.tsx'
import { useRights } from '../rights.ts'
import { festival } from '../session.ts'
import { EditPlan, NewPlan } from './form.tsx'

const calls: Call[] = [
  {
    title: 'List the plans',
    method: 'GET',
    path: '/subscriptions',
    code: 'const plans = await festival.subscriptions.list()',
  },
  {
    title: 'Create a plan: needs the scope manage_subscriptions',
    method: 'POST',
    path: '/subscriptions',
    body: { name: 'Friend', price: 49, duration: 1, duration_type: 'year' },
    code: "await festival.subscriptions.create({\n  name: 'Friend',\n  price: 49,\n  duration: 1,\n  duration_type: 'year',\n})",
  },
  {
    title: 'Subscribe to one, by paying for it',
    method: 'POST',
    path: '/payments',
    body: { payment_type: 'subscription', entity_id: 'PLAN_ID' },
    code: "await festival.payments.create({\n  payment_type: 'subscription',\n  entity_id: 'PLAN_ID',\n})",
  },
]

/** Membership plans: their price and duration. */
export function PlansPage() {
  const [, go] = useLocation()
  const [, params] = useRoute('/plans/:id')
  const { may } = useRights()
  const query = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => festival.subscriptions.list({ expand: ['translations'] }, { signal }),
  })
  const opened = query.data?.find(({ id }) => id === params?.id)
  const isNew = params?.id === 'new'
  const toList = () => go('/plans')
  const create = may('create_subscriptions') && (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => go('/plans/new')}>
      New plan
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Plans"
        description="Memberships people pay for by the month or by the year. Renewing one extends it."
        calls={calls}
        actions={create}
      />
      <Shown
        query={query}
        empty={
          <Empty
            title="No plans yet"
            text="With a plan, visitors become members: give it a name, a price and a duration."
            action={create}
          />
        }
      >
        {(plans) => (
          <DataTable
            label="Plans"
            rows={plans}
            keyOf={({ id }) => id}
            columns={columns}
            {...(may('create_subscriptions') && {
              onOpen: ({ id }: Subscription) => go(`/plans/${id}`),
            })}
          />
        )}
      </Shown>
      <SideDrawer
        opened={isNew || opened !== undefined}
        onClose={toList}
        title={isNew ? 'New plan' : 'Edit plan'}
      >
        {isNew && <NewPlan onClose={toList} />}
        {opened && <EditPlan key={opened.id} plan={opened} onClose={toList} />}
      </SideDrawer>
    </>
  )
}

const columns: [Column<Subscription>, ...Column<Subscription>[]] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Description', cell: ({ description }) => description ?? '–' },
  { title: 'Duration', cell: lengthOf },
  { title: 'Created', cell: ({ createdAt }) => <When time={createdAt} date /> },
  { title: 'Price', cell: ({ price }) => inEuros(price), align: 'right' },
]

function lengthOf({ duration, duration_type }: Subscription): string {
  return duration === 1 ? `1 ${duration_type}` : `${duration} ${duration_type}s`
}
