import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useAddress } from '../../components/address.ts'
import { faultOfCash } from '../../components/fields/price.ts'
import { PriceField } from '../../components/fields/price-field.tsx'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { SetUpDevice } from '../../components/secrets/set-up-device.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { useShifts } from './use-shifts.ts'

type NewTill = { id: string; name: string; link: string }
type Values = { till: string; seller: string; float: number | string }

/** Opens a shift, and shows, only once, the code that makes a device its till. */
export function OpenShift({ festivalId }: { festivalId: string }) {
  const address = useAddress()
  const [made, setMade] = useState<NewTill>()
  const form = useForm<Values>({
    initialValues: { till: '', seller: '', float: '' },
    validate: {
      till: (till) => (till.trim() === '' ? 'Enter a name' : null),
      seller: (seller) => (seller.trim() === '' ? 'Enter who sells' : null),
      float: faultOfCash,
    },
  })
  const close = () => address.replace({ new: undefined })
  const act = useAct(
    ({ till, seller, float }: Values) =>
      festival.boxOffice.open(festivalId, {
        till: till.trim(),
        seller: seller.trim(),
        float: Number(float),
      }),
    {
      refresh: [['festival', festivalId, 'shifts']],
      quiet: true,
      onDone: ({ id, till, token }) => {
        setMade({ id, name: till, link: `${location.origin}/box-office#${token}` })
        form.reset()
        close()
      },
    },
  )
  return (
    <>
      <FormDrawer
        opened={address.get('new') === 'shift'}
        onClose={close}
        title="Open a shift"
        onSubmit={form.onSubmit((values) => act.mutate(values))}
        act={act}
        submit="Open shift"
      >
        <TextInput
          label="Till"
          description="Where it is: receipts and books show this name"
          placeholder="North till"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('till')}
        />
        <TextInput
          label="Seller"
          description="Who sells first. The till can be handed over later."
          placeholder="Bo Quay"
          required
          maxLength={100}
          {...form.getInputProps('seller')}
        />
        <PriceField
          label="Cash in the drawer, in euros"
          description="The float that the shift begins with, as you have counted it"
          placeholder="100"
          required
          {...form.getInputProps('float')}
        />
      </FormDrawer>
      <SetUp festivalId={festivalId} made={made} onDone={() => setMade(undefined)} />
    </>
  )
}

type SetUpProps = { festivalId: string; made: NewTill | undefined; onDone: () => void }

function SetUp({ festivalId, made, onDone }: SetUpProps) {
  const shifts = useShifts(festivalId, made ? 2_000 : 10_000)
  const shift = shifts.data?.find(({ id }) => id === made?.id)
  return (
    <SetUpDevice
      made={made}
      text="The device that opens the code or the link becomes this till, until the shift is closed. Use it for one device only."
      steps={[
        'Scan the code with the camera of the device that sells, or open the link on it.',
        'Add the page to its home screen.',
        'To sell without a network later, set tickets aside under “Offline”.',
      ]}
      isSetUp={Boolean(shift?.last_seen_at)}
      onDone={onDone}
    />
  )
}
