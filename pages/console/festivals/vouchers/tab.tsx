import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'
import { GiftForm } from './gift.tsx'
import { useOnOffer } from './on-offer.ts'
import { VoucherTable } from './table.tsx'
import { VoucherForm } from './voucher.tsx'

/** The vouchers of a festival with their uses, and complimentary tickets. */
export function VouchersTab({ festival: one }: TabProps) {
  const address = useAddress()
  const close = () => address.replace({ new: undefined })
  const onOffer = useOnOffer(one)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            Vouchers
          </Title>
          <Text c="dimmed" maw={560}>
            Buyers who enter its code pay less, or can buy what is hidden from others.
          </Text>
        </div>
        <Group>
          <Button
            variant="default"
            disabled={onOffer.length === 0}
            onClick={() => address.set({ new: 'gift' })}
          >
            Give tickets
          </Button>
          <Button
            leftSection={<PlusIcon aria-hidden />}
            onClick={() => address.set({ new: 'voucher' })}
          >
            New voucher
          </Button>
        </Group>
      </Group>
      <Vouchers festival={one} />
      <SideDrawer opened={address.get('new') === 'voucher'} onClose={close} title="New voucher">
        <VoucherForm festivalId={one.id} onOffer={onOffer} onClose={close} />
      </SideDrawer>
      <SideDrawer
        opened={address.get('new') === 'gift'}
        onClose={close}
        title="Give complimentary tickets"
      >
        <GiftForm festivalId={one.id} onOffer={onOffer} onClose={close} />
      </SideDrawer>
    </Stack>
  )
}

function Vouchers({ festival: one }: Pick<TabProps, 'festival'>) {
  const query = useInfiniteQuery({
    queryKey: ['festival', one.id, 'vouchers'],
    queryFn: ({ pageParam, signal }) =>
      festival.vouchers.list(one.id, { ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    refetchInterval: 10_000,
  })
  if (query.isPending) return <Loading />
  if (query.isError && !query.data) {
    return <Failure error={query.error} retry={() => void query.refetch()} />
  }
  const vouchers = query.data.pages.flatMap((page) => page.vouchers)
  if (vouchers.length === 0) {
    return (
      <Empty
        title="No vouchers yet"
        text="A voucher has one code for many, such as EARLY-BIRD, or up to 10,000 codes that work once each."
      />
    )
  }
  return (
    <Stack align="stretch">
      <VoucherTable festivalId={one.id} vouchers={vouchers} />
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older vouchers
        </Button>
      )}
    </Stack>
  )
}
