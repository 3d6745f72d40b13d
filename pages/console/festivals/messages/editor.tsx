import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { AttendeeMessage } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { FormBody } from '../../components/form-drawer.tsx'
import { useLeaveWarning } from '../../components/leave-warning.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { Ready } from './ready.tsx'
import { listOf, messageOf } from './use-messages.ts'
import { type Offer, readerLanguages } from './words.ts'

type Props = {
  festivalId: string
  /** absent for a new one */
  message?: AttendeeMessage
  offers: Offer[]
  onClose: () => void
}

const blank = { subject: '', text: '', entity_id: '', language: '', inside: '', urgent: false }
type Values = typeof blank

const valuesOf = (message: AttendeeMessage): Values => ({
  subject: message.subject,
  text: message.text,
  entity_id: message.entity_id ?? '',
  language: message.language ?? '',
  inside: message.inside === null ? '' : `${message.inside}`,
  urgent: message.urgent,
})

const isLanguage = (text: string): text is NonNullable<AttendeeMessage['language']> =>
  readerLanguages.some(({ value }) => value === text)

const bodyOf = ({ subject, text, entity_id, language, inside, urgent }: Values) => ({
  subject: subject.trim(),
  text: text.trim(),
  entity_id: entity_id || null,
  language: isLanguage(language) ? language : null,
  inside: inside === '' ? null : inside === 'true',
  urgent,
})

/** A draft: its words, its audience, and, once it is saved, its current recipients. */
export function MessageEditor({ festivalId, message, offers, onClose }: Props) {
  const address = useAddress()
  const form = useForm({
    initialValues: message ? valuesOf(message) : blank,
    validate: {
      subject: (subject) => (subject.trim() === '' ? 'Enter a subject' : null),
      text: (text) => (text.trim() === '' ? 'Enter the message' : null),
    },
  })
  useLeaveWarning(form.isDirty())
  const act = useAct(
    (values: Values) =>
      message
        ? festival.messages.update(festivalId, message.id, bodyOf(values))
        : festival.messages.create(festivalId, bodyOf(values)),
    {
      refresh: [listOf(festivalId), ...(message ? [messageOf(message.id)] : [])],
      done: 'The draft is saved',
      quiet: true,
      onDone: ({ id }) => {
        form.resetDirty()
        address.replace({ message: id })
      },
    },
  )
  return (
    <Stack>
      <FormBody
        onClose={onClose}
        act={act}
        submit="Save draft"
        onSubmit={form.onSubmit((values) => act.mutate(values))}
      >
        <Fields form={form} offers={offers} />
      </FormBody>
      {message && !form.isDirty() && (
        <Ready festivalId={festivalId} message={message} onClose={onClose} />
      )}
    </Stack>
  )
}

function Fields({ form, offers }: { form: UseFormReturnType<Values>; offers: Offer[] }) {
  return (
    <>
      <TextInput
        label="Subject"
        required
        maxLength={150}
        data-autofocus
        {...form.getInputProps('subject')}
      />
      <Textarea
        label="Message"
        description="Plain text. Web addresses become links"
        required
        autosize
        minRows={6}
        maxRows={16}
        maxLength={10_000}
        {...form.getInputProps('text')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label="Ticket"
          data={[{ value: '', label: 'All tickets' }, ...offers]}
          {...form.getInputProps('entity_id')}
        />
        <NativeSelect
          label="Language"
          data={[{ value: '', label: 'All languages' }, ...readerLanguages]}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          label="Inside now"
          data={[
            { value: '', label: 'Inside or not' },
            { value: 'true', label: 'Inside' },
            { value: 'false', label: 'Not inside' },
          ]}
          {...form.getInputProps('inside')}
        />
      </SimpleGrid>
      <Checkbox
        label="Urgent"
        description="Also to people who had a message of this festival in the last 24 hours"
        {...form.getInputProps('urgent', { type: 'checkbox' })}
      />
    </>
  )
}
