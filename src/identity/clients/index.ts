export {
  createClient,
  createPublishableClient,
  deleteClient,
  ensureClient,
  ensurePageClient,
  rotateClient,
  updateClient,
} from './changes.ts'
export { originsOfClients } from './cors.ts'
export { listClients } from './queries.ts'
export { clients } from './routes.ts'
export { Client, CreatedClient, NewClient, ScopeName } from './schemas.ts'
export { checkClientSecret } from './secrets.ts'
