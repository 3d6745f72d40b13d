import type { Static } from 'typebox'
import { Columns, type Fields, text, texts } from '#platform/database/columns'
import type { Client, ClientChange, NewClient } from './schemas.ts'

/** The columns of a client that are stored as they are given; a suspension is stored as its time. */
export const clientColumns = new Columns('clients', {
  name: text('Its name'),
  scopes: texts('What it may do'),
} satisfies Fields<
  'clients',
  NewClient & ClientChange & Static<typeof Client>,
  'id' | 'suspended' | 'createdAt' | 'secrets'
>)
