import { Card, Group, Text, Title } from '@mantine/core'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useNow } from '../../components/relative.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { stateOf } from '../state.tsx'
import type { TabProps } from '../tab-props.ts'

/** Shows the festival's visibility, and changes it: publishes a draft, or makes a draft of it again. */
export function Publishing(props: TabProps) {
  const state = stateOf(props.festival, useNow())
  if (state === 'draft') {
    return (
      <Part title="Draft" text="Only its managers see it, and nothing of it is for sale.">
        <Publish {...props} />
      </Part>
    )
  }
  if (state !== 'upcoming') return null
  return (
    <Part
      title="Published"
      text="All see it. While no one has bought or waits for a ticket, it can become a draft again."
    >
      <Withdraw {...props} />
    </Part>
  )
}

function Part({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {text}
      </Text>
      <Group>{children}</Group>
    </Card>
  )
}

/** A button that publishes a draft, after explaining the effects. */
export function Publish({ festival: one, refresh }: TabProps) {
  const publish = usePublished({ festival: one, refresh }, true)
  return (
    <ConfirmButton
      label="Publish"
      color="brand"
      variant="filled"
      title={`Publish ${one.name}?`}
      text="It appears in the guide, the map and search at once, and followers of its organizer and artists are notified."
      confirm="Publish"
      onConfirm={publish}
    />
  )
}

function Withdraw({ festival: one, refresh }: TabProps) {
  const withdraw = usePublished({ festival: one, refresh }, false)
  return (
    <ConfirmButton
      label="Unpublish"
      color="brand"
      title={`Unpublish ${one.name}?`}
      text="It becomes a draft: it leaves the guide, the map and search at once. Followers who were notified keep their notification."
      confirm="Unpublish"
      onConfirm={withdraw}
    />
  )
}

function usePublished({ festival: { id, name }, refresh }: TabProps, published: boolean) {
  const act = useAct(() => festival.festivals.update(id, { published }), {
    done: published ? `${name} is published` : `${name} is a draft`,
    refresh: [['festival', id], ['festivals']],
    onDone: refresh,
  })
  return () => act.mutateAsync().catch(() => undefined)
}
