import type { CreatedClient } from '../../../client/src/index.ts'
import { FormDrawer } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { bodyOf, ClientFields, type ClientForm, newClient, useClientForm } from './fields.tsx'

type Props = { onClose: () => void; onMade: (client: CreatedClient) => void }

/** Creates a client; its secret, if it has one, goes to `onMade` only. */
export function NewClient({ onClose, onMade }: Props) {
  const form = useClientForm(newClient)
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
      <ClientFields form={form} isNew />
    </FormDrawer>
  )
}
