import { anOrganizer } from '../catalogue.ts'
import type { World } from '../world.ts'
import { ofService, type Recorded } from './recorded.ts'

const ofPublishable = {
  kind: 'It is the default',
  origins: 'It has none',
  allow_without_origin: 'It is false',
}
const keptKind = 'What was given a secret is not published, nor the other way round'

/** Clients and webhooks. */
export async function technical(world: World): Promise<Recorded[]> {
  const [home, away] = [await anOrganizer(world), await anOrganizer(world)]
  return [
    {
      ...ofService,
      name: 'client',
      create: 'POST /clients',
      change: 'PUT /clients/{id}',
      list: '/clients?limit=1000',
      given: {
        suspended: () => true,
        kind: () => 'confidential',
        origins: () => [],
        allow_without_origin: () => false,
      },
      permanent: { kind: keptKind },
      unaudited: ofPublishable,
      auditedAs: { suspended: 'suspended_at' },
    },
    {
      ...ofService,
      name: 'publishable client',
      create: 'POST /clients',
      change: 'PUT /clients/{id}',
      list: '/clients?limit=1000',
      given: {
        suspended: () => true,
        kind: () => 'publishable',
        scopes: () => [],
        origins: (variant) => [`https://records-${variant}.example`],
      },
      permanent: { kind: keptKind },
      unaudited: { scopes: 'It has none' },
      auditedAs: { suspended: 'suspended_at' },
    },
    {
      ...ofService,
      name: 'webhook',
      create: 'POST /webhooks',
      change: 'PUT /webhooks/{id}',
      detail: (id) => `/webhooks/${id}`,
      list: '/webhooks',
      given: {
        url: (variant) => `https://app.example/records/${variant}`,
        organizer_id: (variant) => [home.id, away.id][variant],
      },
      auditedAs: { enabled: 'is_enabled' },
    },
  ]
}
