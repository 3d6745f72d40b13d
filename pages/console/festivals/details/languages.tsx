import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { Festival } from '../../../../client/src/index.ts'
import { patchOf } from '../../components/fields/languages.ts'
import { LanguageSelect, OtherLanguages } from '../../components/fields/other-languages.tsx'
import { useLeaveWarning } from '../../components/leave-warning.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { isSame } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'

const valuesOf = ({ language = null, translations = {} }: Festival) => ({ language, translations })

/** The language of a festival's own texts, and its description and its site plan's in other languages. */
export function Languages({ festival: one, refresh }: TabProps) {
  const [base, setBase] = useState(() => valuesOf(one))
  const [values, setValues] = useState(base)
  const isTouched = !isSame(values, base)
  useLeaveWarning(isTouched)
  const act = useAct(
    () =>
      festival.festivals.update(one.id, {
        language: values.language,
        translations: patchOf(values.translations, base.translations),
      }),
    {
      refresh: [['festival', one.id]],
      done: 'Saved',
      quiet: true,
      onDone: () => {
        setBase(values)
        refresh()
      },
    },
  )
  return (
    <Card withBorder p="lg">
      <Stack>
        <Title order={2} size="h4">
          Languages
        </Title>
        <LanguageSelect
          label="Language of the texts above"
          description="Also of its tickets and accommodations"
          value={values.language}
          onChange={(language) => setValues({ ...values, language })}
        />
        <OtherLanguages
          most={{ description: 20_000, ...(one.site_plan && { site_plan_description: 1_000 }) }}
          value={values.translations}
          onChange={(translations) => setValues({ ...values, translations })}
        />
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button loading={act.isPending} disabled={!isTouched} onClick={() => act.mutate()}>
            Save languages
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
