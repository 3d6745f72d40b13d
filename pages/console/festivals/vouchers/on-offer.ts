import { useQuery } from '@tanstack/react-query'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'

/** The festival's offers, including hidden ones, for fields that choose among them. */
export type OnOffer = { value: string; label: string }[]

export function useOnOffer({ id, tickets }: TabProps['festival']): OnOffer {
  const stays = useQuery({
    queryKey: ['festival', id, 'accommodations'],
    queryFn: ({ signal }) =>
      festival.accommodations.list({ festival: id, hidden: true }, { signal }),
  })
  return [...tickets, ...(stays.data ?? [])].map((one) => ({ value: one.id, label: one.name }))
}
