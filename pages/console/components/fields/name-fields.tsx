import { Textarea, TextInput } from '@mantine/core'

type Props = {
  form: { getInputProps: (field: 'name' | 'description') => object }
  /** a hint about the contents of the description */
  hint?: string
  /** the maximum length of the description, in characters */
  most: number
}

/** The name and the description of a record. */
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
