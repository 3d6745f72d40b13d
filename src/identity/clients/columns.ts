import type { Static } from 'typebox'
import { Columns, type Fields, searched, text, texts } from '#platform/database/columns'
import type { Client, ClientChange, NewClient } from './schemas.ts'

/** The columns of a client that are stored as they are given; a suspension is stored as its time. */
export const clientColumns = new Columns('clients', {
  name: searched('Its name'),
  kind: text('confidential, with a secret, or publishable'),
  scopes: texts('What it may do'),
  origins: texts('From where pages may call a publishable one'),
  allow_without_origin: {
    about: 'Whether a publishable one takes requests without an origin',
    type: 'bool',
  },
} satisfies Fields<
  'clients',
  NewClient & ClientChange & Static<typeof Client>,
  'id' | 'suspended' | 'created_at' | 'secrets'
>)
