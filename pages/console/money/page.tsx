import { Redirect, useRoute } from 'wouter'
import type { Call } from '../components/call-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PartTabs } from '../components/part-tabs.tsx'
import { ClosedMonths } from '../festivals/documents/closed-months.tsx'
import { PayoutsTab } from './payouts/list.tsx'
import { SettlementsTab } from './settlements/tab.tsx'
import { TransfersTab } from './transfers/tab.tsx'

const tabs = [
  { path: 'payouts', label: 'Payouts', part: PayoutsTab },
  { path: 'transfers', label: 'Transfers', part: TransfersTab },
  { path: 'settlements', label: 'Settlements', part: SettlementsTab },
  { path: 'months', label: 'Own months', part: OwnMonthsTab },
]

const calls: Call[] = [
  {
    title: 'What the processor has paid out, newest first',
    method: 'GET',
    path: '/payouts?limit=50',
    code: 'const { payouts, next_after } = await festival.payouts.list({ limit: 50 })',
  },
  {
    title: 'What is in no order',
    method: 'GET',
    path: '/payouts/entries?unknown=true',
    code: 'const { entries } = await festival.payouts.entries({ unknown: true })',
  },
  {
    title: 'Entries of statements to be decided',
    method: 'GET',
    path: '/bank/entries?state=open',
    code: "const { entries, next_after } = await festival.bank.entries({ state: 'open' })",
  },
  {
    title: 'Monthly statements of organizers',
    method: 'GET',
    path: '/settlements',
    code: 'const { settlements, next_after } = await festival.organizers.settlements()',
  },
  {
    title: 'Closed months of the operator, who sells memberships',
    method: 'GET',
    path: '/operator/closed-months',
    code: 'const { months } = await festival.documents.operatorMonths()',
  },
]

/** Months of the operator, the seller of memberships (contract, section 7.20). */
function OwnMonthsTab() {
  return <ClosedMonths organizerId={null} />
}

/**
 * Money beyond single festivals: payouts, bank transfers, settlements with organizers (contract, sections 10.10 to 10.12)
 * and months of the operator.
 */
export function MoneyPage() {
  const [, params] = useRoute('/money/:tab/*?')
  const here = tabs.find(({ path }) => path === (params?.tab ?? 'payouts'))
  if (!here) return <Redirect to="/money" replace />
  return (
    <>
      <PageHeader
        title="Money"
        description="What arrives in the bank account, the orders it comes from, and what organizers get of it."
        calls={calls}
      />
      <PartTabs label="Parts of the money" base="/money" tabs={tabs} here={here} />
    </>
  )
}
