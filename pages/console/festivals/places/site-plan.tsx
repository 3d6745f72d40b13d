import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { Festival } from '../../../../client/src/index.ts'
import { PhotoField } from '../../components/fields/photo-field.tsx'
import { useLeaveWarning } from '../../components/leave-warning.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { isSame } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'

const valuesOf = ({ site_plan, site_plan_description }: Festival) => ({
  site_plan,
  site_plan_description: site_plan_description ?? '',
})

/** A picture of the site, which the guide shows with its places. */
export function SitePlan({ festival: one, refresh }: TabProps) {
  const [base, setBase] = useState(() => valuesOf(one))
  const [values, setValues] = useState(base)
  const isTouched = !isSame(values, base)
  useLeaveWarning(isTouched)
  const { site_plan } = values
  const description = values.site_plan_description.trim() || null
  const act = useAct(
    () =>
      festival.festivals.update(one.id, {
        ...(site_plan !== base.site_plan && { site_plan }),
        site_plan_description: description,
      }),
    {
      refresh: [['festival', one.id]],
      done: 'Site plan saved',
      quiet: true,
      onDone: (saved) => {
        setBase(valuesOf(saved))
        setValues(valuesOf(saved))
        refresh()
      },
    },
  )
  return (
    <Card withBorder p="lg">
      <Stack>
        <Title order={2} size="h4">
          Site plan
        </Title>
        <PhotoField
          label="Picture"
          value={site_plan}
          onChange={(picture) => setValues({ ...values, site_plan: picture })}
        />
        <Textarea
          label="What it shows"
          description="Read out to visitors who do not see the picture. In other languages: under Details, Languages"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1_000}
          value={values.site_plan_description}
          onChange={({ currentTarget }) =>
            setValues({ ...values, site_plan_description: currentTarget.value })
          }
        />
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Visitors see it with the places, and can open it in full size.
          </Text>
          <Button loading={act.isPending} disabled={!isTouched} onClick={() => act.mutate()}>
            Save site plan
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
