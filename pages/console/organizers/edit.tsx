import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Organizer, UpdateOrganizerBody } from '../../../client/src/index.ts'
import { FormBody } from '../components/form-drawer.tsx'
import { PhotoField } from '../components/photo-field.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

/** The fields of an organizer; its id cannot be changed. */
export function EditOrganizer({
  organizer,
  onClose,
}: {
  organizer: Organizer
  onClose: () => void
}) {
  const { id, name, description, photo } = organizer
  const form = useForm({
    initialValues: { name, description: description ?? '', photo },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name' : null) },
  })
  const act = useAct(
    (values: typeof form.values) =>
      festival.organizers.update(id, {
        ...values,
        description: values.description || null,
      } satisfies Required<Omit<UpdateOrganizerBody, 'id'>>),
    {
      refresh: [['organizer', id], ['organizers'], ['festivals'], ['festival']],
      done: 'Saved',
      onDone: onClose,
      quiet: true,
    },
  )
  return (
    <FormBody onClose={onClose} act={act} onSubmit={form.onSubmit((values) => act.mutate(values))}>
      <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <PhotoField {...form.getInputProps('photo')} />
    </FormBody>
  )
}
