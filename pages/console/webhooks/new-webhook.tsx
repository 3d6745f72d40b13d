import type { WebhookWithSecret } from '../../../client/src/index.ts'
import { FormDrawer } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { bodyOf, useWebhookForm, WebhookFields, type WebhookForm } from './fields.tsx'

type Props = { onClose: () => void; onMade: (webhook: WebhookWithSecret) => void }

/** Creates a webhook; its secret goes to `onMade` only. */
export function NewWebhook({ onClose, onMade }: Props) {
  const form = useWebhookForm()
  const act = useAct((values: WebhookForm) => festival.webhooks.create(bodyOf(values)), {
    refresh: [['webhooks']],
    onDone: onMade,
    quiet: true,
  })
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="New webhook"
      submit="Create webhook"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      act={act}
      size="lg"
    >
      <WebhookFields form={form} />
    </FormDrawer>
  )
}
