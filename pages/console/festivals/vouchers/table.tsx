import { Group, Text } from '@mantine/core'
import type { Voucher } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { useNow } from '../../components/relative.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { ExportMenu } from '../../components/tables/export-menu.tsx'
import { inEuros, inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { festivalId: string; vouchers: Voucher[] }

/** Vouchers, the newest first, with their benefits and how often they were used. */
export function VoucherTable({ festivalId, vouchers }: Props) {
  return (
    <DataTable
      label="Vouchers"
      rows={vouchers}
      keyOf={({ id }) => id}
      columns={columnsOf(festivalId)}
    />
  )
}

function columnsOf(festivalId: string): [Column<Voucher>, ...Column<Voucher>[]] {
  return [
    { title: 'Code', cell: (voucher) => <Name voucher={voucher} /> },
    { title: 'Gives', cell: giftOf },
    { title: 'Uses', cell: (voucher) => <Uses voucher={voucher} /> },
    { title: 'Status', cell: (voucher) => <State voucher={voucher} /> },
    {
      title: 'Action',
      align: 'right',
      cell: (voucher) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {voucher.codes > 1 && <Codes voucher={voucher} festivalId={festivalId} />}
          {voucher.ended_at === null && <End voucher={voucher} festivalId={festivalId} />}
        </Group>
      ),
    },
  ]
}

type OfVoucher = { voucher: Voucher }
type OfFestival = OfVoucher & { festivalId: string }

/** Returns the title of a voucher: its code, else its name. */
const titleOf = ({ code, name, codes }: Voucher) =>
  code ?? name ?? `${codes.toLocaleString('en')} codes`

function Name({ voucher }: OfVoucher) {
  const title = titleOf(voucher)
  return (
    <>
      {title}
      {voucher.name !== null && voucher.name !== title && (
        <Text size="xs" c="dimmed">
          {voucher.name}
        </Text>
      )}
      {voucher.code === null && voucher.name !== null && (
        <Text size="xs" c="dimmed">
          {voucher.codes.toLocaleString('en')} codes
        </Text>
      )}
    </>
  )
}

function giftOf({ percent, amount, price, opens, entity_ids }: Voucher): string {
  const gifts = [
    percent !== null && `${percent} % off`,
    amount !== null && `${inEuros(amount)} off`,
    price !== null && (price === 0 ? 'Free' : `For ${inEuros(price)}`),
    opens && 'Hidden tickets',
  ].filter((gift) => gift !== false)
  const some = entity_ids === null ? '' : `, for ${entity_ids.length} of what is sold`
  return `${gifts.join(' · ')}${some}`
}

function Uses({ voucher: { used, held, max_uses, codes } }: OfVoucher) {
  const most = max_uses === null ? '' : ` of ${(max_uses * codes).toLocaleString('en')}`
  return (
    <>
      {used.toLocaleString('en')}
      {most}
      {held > 0 && (
        <Text size="xs" c="dimmed">
          {held.toLocaleString('en')} being paid for
        </Text>
      )}
    </>
  )
}

function State({ voucher: { starts_at, ends_at, ended_at } }: OfVoucher) {
  const now = useNow()
  const zone = useZone()
  if (ended_at !== null) return <Mark>Ended</Mark>
  if (ends_at !== null && Date.parse(ends_at) <= now) return <Mark>Over</Mark>
  if (starts_at !== null && Date.parse(starts_at) > now) {
    return <Mark tone="live">{`From ${inWords(starts_at, false, zone)}`}</Mark>
  }
  return (
    <Mark tone="good">
      {ends_at === null ? 'Valid' : `Valid until ${inWords(ends_at, false, zone)}`}
    </Mark>
  )
}

function Codes({ voucher, festivalId }: OfFestival) {
  const title = titleOf(voucher)
  return (
    <ExportMenu
      verb="Codes as"
      subject={title}
      file={`vouchers ${title}`}
      read={(form) => festival.vouchers.codes(festivalId, voucher.id, form)}
      size="xs"
      variant="subtle"
    />
  )
}

function End({ voucher, festivalId }: OfFestival) {
  const title = titleOf(voucher)
  const act = useAct(() => festival.vouchers.end(festivalId, voucher.id), {
    refresh: [['festival', festivalId, 'vouchers']],
    done: `${title} has ended`,
    quiet: true,
  })
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label="End"
      aria-label={`End ${title}`}
      title={`End ${title}?`}
      text="Its codes cannot be used from now on, and it cannot be started again. What was bought with it stays as it is, and orders that are being paid are completed."
      confirm="End voucher"
      onConfirm={() => act.mutateAsync()}
    />
  )
}
