import { Textarea, TextInput } from '@mantine/core'

type Props = {
  form: { getInputProps: (field: 'name' | 'description') => object }
  /** what the description tells, for who writes it */
  hint?: string
  /** characters the description may have */
  most: number
}

/** What a record is called, and what there is to say about it. */
export function NameFields({ form, hint, most }: Props) {
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description={hint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={most}
        {...form.getInputProps('description')}
      />
    </>
  )
}
