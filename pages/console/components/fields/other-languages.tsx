import { Button, Fieldset, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { choices, nameOf, type Translations } from './languages.ts'

type Props = {
  value?: Translations
  onChange: (value: Translations) => void
  /** the texts of the record, with the maximum number of characters of each */
  most: { name?: number; description: number; site_plan_description?: number }
}

/** Texts in other languages: each is added, filled in and removed. */
export function OtherLanguages({ value: given, onChange, most }: Props) {
  const value = given ?? {}
  const tags = Object.keys(value)
  const change = (tag: string, texts: Translations[string]) =>
    onChange({ ...value, [tag]: { ...value[tag], ...texts } })
  const remove = (tag: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([one]) => one !== tag)))
  return (
    <Fieldset legend="Other languages" m={0}>
      <Stack>
        <Text size="sm" c="dimmed">
          Visitors read the language that they prefer. What is empty is shown as it is above.
        </Text>
        {tags.map((tag) => (
          <Language
            key={tag}
            tag={tag}
            texts={value[tag] ?? {}}
            most={most}
            onChange={(texts) => change(tag, texts)}
            onRemove={() => remove(tag)}
          />
        ))}
        <LanguageSelect
          // Empty again after each choice.
          key={tags.join()}
          label="Add a language"
          without={tags}
          onChange={(tag) => tag !== null && change(tag, {})}
        />
      </Stack>
    </Fieldset>
  )
}

const labels = { description: 'Description', site_plan_description: 'What the site plan shows' }

type LanguageProps = Pick<Props, 'most'> & {
  tag: string
  texts: Translations[string]
  onChange: (texts: Translations[string]) => void
  onRemove: () => void
}

function Language({ tag, texts, most, onChange, onRemove }: LanguageProps) {
  const name = nameOf(tag)
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Button variant="subtle" color="red" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </Group>
      {most.name !== undefined && (
        <TextInput
          label={`Name in ${name}`}
          lang={tag}
          dir="auto"
          maxLength={most.name}
          value={texts?.name ?? ''}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      )}
      {(['description', 'site_plan_description'] as const).map(
        (field) =>
          most[field] !== undefined && (
            <Textarea
              key={field}
              label={`${labels[field]} in ${name}`}
              lang={tag}
              dir="auto"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={most[field]}
              value={texts?.[field] ?? ''}
              onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
            />
          ),
      )}
    </Stack>
  )
}

type SelectProps = {
  label: string
  description?: string
  value?: string | null
  /** languages that are chosen already */
  without?: string[]
  onChange: (tag: string | null) => void
}

/** A language, found by a part of its name. */
export function LanguageSelect({ without, value, ...select }: SelectProps) {
  const offered = choices.filter((choice) => !without?.includes(choice.value))
  const isOther = value && !choices.some((choice) => choice.value === value)
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
      limit={50}
      nothingFoundMessage="No language has this name"
      data={isOther ? [...offered, { value, label: nameOf(value) }] : offered}
      {...(value !== undefined && { value })}
      {...select}
    />
  )
}
