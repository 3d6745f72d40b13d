import { Divider, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a drawer, below its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Divider mb="md" />
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
