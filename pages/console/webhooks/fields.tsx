import { Checkbox, Code, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../client/src/index.ts'
import { OrganizerSelect } from '../festivals/organizer-select.tsx'
import { festival } from '../session.ts'

export type WebhookForm = {
  url: string
  description: string
  hearsAll: boolean
  events: string[]
  organizer_id: string | null
}

/** The initial values of the form of a webhook. */
export function useWebhookForm(webhook?: Webhook) {
  return useForm<WebhookForm>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      hearsAll: webhook ? webhook.events === null : true,
      events: webhook?.events ?? [],
      organizer_id: webhook?.organizer_id ?? null,
    },
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : 'Enter a full address, such as https://…'),
      events: (events, { hearsAll }) =>
        hearsAll || events.length > 0 ? null : 'Choose at least one event',
    },
  })
}

/** Returns the values as the API takes them. */
export function bodyOf({ url, description, hearsAll, events, organizer_id }: WebhookForm) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: hearsAll ? null : (events as NonNullable<Webhook['events']>),
    organizer_id,
  }
}

/** The address of a webhook, and its events. */
export function WebhookFields({ form }: { form: UseFormReturnType<WebhookForm> }) {
  return (
    <>
      <TextInput
        label="Address"
        description="Takes POST requests, over HTTPS"
        placeholder="https://app.example/hooks/festival"
        type="url"
        maxLength={2000}
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Description"
        description="For example Ticket shop"
        maxLength={200}
        {...form.getInputProps('description')}
      />
      <Organizer form={form} />
      <Switch
        label="All events"
        description="Including events added later"
        {...form.getInputProps('hearsAll', { type: 'checkbox' })}
      />
      {!form.values.hearsAll && <Events form={form} />}
    </>
  )
}

function Organizer({ form }: { form: UseFormReturnType<WebhookForm> }) {
  // The name of the organizer chosen before, which may not be among the ones offered.
  const [chosen] = useState(form.values.organizer_id)
  const { data: known } = useQuery({
    queryKey: ['organizer', chosen],
    queryFn: ({ signal }) => (chosen === null ? null : festival.organizers.get(chosen, { signal })),
    enabled: chosen !== null,
  })
  return (
    <OrganizerSelect
      label="Organizer"
      description="The one whose events are sent; none means of all organizers"
      placeholder="All organizers"
      ofAll
      clearable
      clearButtonProps={{ 'aria-label': 'All organizers', 'aria-hidden': false, tabIndex: 0 }}
      known={known ?? undefined}
      {...form.getInputProps('organizer_id')}
    />
  )
}

function Events({ form }: { form: UseFormReturnType<WebhookForm> }) {
  const { data = [] } = useQuery({
    queryKey: ['webhook-events'],
    queryFn: ({ signal }) => festival.webhooks.events({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Checkbox.Group label="Events" required {...form.getInputProps('events')}>
      <Stack gap="sm" mt="sm">
        {data
          .filter(({ type }) => type !== 'webhook.test')
          .map(({ type, summary }) => (
            <Checkbox
              key={type}
              value={type}
              label={<Code>{type}</Code>}
              description={<Text inherit>{summary}</Text>}
            />
          ))}
      </Stack>
    </Checkbox.Group>
  )
}
