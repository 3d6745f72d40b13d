import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Organizer, UpdateOrganizerBody } from '../../../client/src/index.ts'
import { PhotoField } from '../components/fields/photo-field.tsx'
import { FormBody } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

const refuseOther = (value: string) =>
  value.trim() === '' || /^https?:\/\/\S+$/.test(value.trim())
    ? null
    : 'Enter an address that begins with https://'

/** The fields of an organizer; its id cannot be changed. */
export function EditOrganizer({
  organizer,
  onClose,
}: {
  organizer: Organizer
  onClose: () => void
}) {
  const { id, name, description, photo } = organizer
  const { legal_name, legal_address, contact_email, terms_url, privacy_url } = organizer
  const form = useForm({
    initialValues: {
      name,
      description: description ?? '',
      photo,
      legal_name: legal_name ?? '',
      legal_address: legal_address ?? '',
      contact_email: contact_email ?? '',
      terms_url: terms_url ?? '',
      privacy_url: privacy_url ?? '',
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name' : null),
      terms_url: refuseOther,
      privacy_url: refuseOther,
    },
  })
  const act = useAct(
    (values: typeof form.values) =>
      festival.organizers.update(id, {
        ...values,
        description: values.description || null,
        legal_name: values.legal_name.trim() || null,
        legal_address: values.legal_address.trim() || null,
        contact_email: values.contact_email.trim() || null,
        terms_url: values.terms_url.trim() || null,
        privacy_url: values.privacy_url.trim() || null,
      } satisfies Required<Omit<UpdateOrganizerBody, 'id'>>),
    {
      refresh: [['organizer', id], ['seller', id], ['organizers'], ['festivals'], ['festival']],
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
      <TextInput
        label="Seller"
        description="The person or company that sells, as buyers are told at the checkout"
        maxLength={200}
        {...form.getInputProps('legal_name')}
      />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('legal_address')}
      />
      <TextInput
        label="Contact e-mail"
        description="Replies to mails about your festivals go there"
        maxLength={254}
        {...form.getInputProps('contact_email')}
      />
      <TextInput label="Terms of sale" type="url" {...form.getInputProps('terms_url')} />
      <TextInput label="Privacy" type="url" {...form.getInputProps('privacy_url')} />
    </FormBody>
  )
}
