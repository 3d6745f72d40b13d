import type { ClientWithSecret } from '../../../client/src/index.ts'
import { FormDrawer } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { bodyOf, ClientFields, type ClientForm, useClientForm } from './fields.tsx'

type Props = { onClose: () => void; onMade: (client: ClientWithSecret) => void }

/** Creates a client; its secret goes to `onMade` only. */
export function NewClient({ onClose, onMade }: Props) {
  const form = useClientForm({ name: '', scopes: [] })
  const act = useAct((values: ClientForm) => festival.clients.create(bodyOf(values)), {
    refresh: [['clients']],
    onDone: onMade,
    quiet: true,
  })
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="New client"
      submit="Create client"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      act={act}
      size="lg"
    >
      <ClientFields form={form} />
    </FormDrawer>
  )
}
