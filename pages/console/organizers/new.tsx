import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CreateOrganizerBody, Organizer } from '../../../client/src/index.ts'
import { PhotoField } from '../components/fields/photo-field.tsx'
import { FormBody, SideDrawer } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'
import { faultOfSlug, slugOf } from './slug.ts'

type Props = { opened: boolean; onClose: () => void; onMade: (organizer: Organizer) => void }

/** Creates an organizer: the user becomes its first manager. */
export function NewOrganizer({ opened, onClose, onMade }: Props) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="New organizer">
      <NewOrganizerForm onClose={onClose} onMade={onMade} />
    </SideDrawer>
  )
}

/** Fields entered later, in the organizer's own form. */
type Seller = 'legal_name' | 'legal_address' | 'contact_email' | 'terms_url' | 'privacy_url'

function NewOrganizerForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const form = useForm({
    initialValues: { name: '', id: '', description: '', photo: null as string | null },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      id: faultOfSlug,
    },
  })
  const act = useAct(
    async (body: typeof form.values) => {
      const made = await festival.organizers.create({
        ...body,
        name: body.name.trim(),
        description: body.description || null,
      } satisfies Required<Omit<CreateOrganizerBody, 'show_email' | Seller>>)
      // The user now manages an organizer, so the menu changes.
      await refreshMe()
      return made
    },
    {
      refresh: [['organizers']],
      done: ({ name }) => `${name} is created`,
      onDone: onMade,
      quiet: true,
    },
  )
  const rename = (name: string) => {
    // The id follows the name until it is edited.
    if (form.values.id === slugOf(form.values.name)) form.setFieldValue('id', slugOf(name))
    form.setFieldValue('name', name)
  }
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Create organizer"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
        onChange={({ currentTarget }) => rename(currentTarget.value)}
      />
      <TextInput
        label="Id"
        required
        description="Part of its address. It cannot be changed later."
        maxLength={128}
        {...form.getInputProps('id')}
      />
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
