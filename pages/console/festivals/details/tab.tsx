import { Grid, Stack } from '@mantine/core'
import type { HolderProps } from '../tab-props.ts'
import { Cancelling } from './cancelling.tsx'
import { DetailsForm } from './form.tsx'
import { Languages } from './languages.tsx'
import { NextEdition } from './next-edition.tsx'
import { PreviousEdition } from './previous-edition.tsx'
import { Publishing } from './publishing.tsx'
import { Removal } from './removal.tsx'

/** The base fields of a festival, publishing, cancelling and deleting it; for editors its texts alone. */
export function DetailsTab(props: HolderProps) {
  const managed = props.holds('manage')
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="lg">
          <DetailsForm {...props} />
          <Languages {...props} />
        </Stack>
      </Grid.Col>
      {managed && (
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <Publishing {...props} />
            <PreviousEdition {...props} />
            <NextEdition {...props} />
            <Cancelling {...props} />
            <Removal {...props} />
          </Stack>
        </Grid.Col>
      )}
    </Grid>
  )
}
